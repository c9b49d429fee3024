"""The dashboard, from the first ask to a correction, on a real live table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from referee.model.commands import CameraStateChanged, NewGame, Saw, SimulatedThrow, Trouble
from rules.core.facts import Throw
from tests.web.kit import FRAME, POTION, SETUP, SPELL, Bench, open_bench, piece, plain, playing, sides_of
from tests.web.security.test_rights import seated
from vision.types import Note, Reading
from web.pages.piece_labels import labels_in
from web.pictures.evidence import EvidencePicture
from web.pictures.labels import labels

BOS = SETUP["hands"]["Bo"]
ANAS = SETUP["hands"]["Ana"]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    bench.close()


def test_before_a_game_the_page_invites_to_one(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    assert "New game" in bench.text("/")
    assert "No game yet" in bench.text("/small")
    assert "no history yet" in bench.text("/history")
    bench.close()


@pytest.mark.parametrize(
    "url", ["/", "/small", "/history", "/games", "/games/new", "/games/new/casting-stones", "/mine", "/nothing"]
)
def test_every_page_of_a_simulated_table_is_labelled_and_none_of_a_real_one(tmp_path: Path, url: str) -> None:
    for simulated in (True, False):
        bench = open_bench(tmp_path / str(simulated), simulated=simulated)
        assert ("SIMULATED" in bench.client.get(url).text) is simulated
        assert bench.client.post("/simulation/clear").status_code == 400  # no token
        assert bench.post("/simulation/clear").status_code == (303 if simulated else 404)
        bench.close()


def test_the_page_shows_the_present_ask_and_its_rule(bench: Bench) -> None:
    text = bench.text("/")
    assert "Bo casts all five stones." in text
    assert "CST-B-14" in text
    assert "Bo casts all five stones." in bench.text("/small")


def test_one_gem_is_no_gems(bench: Bench) -> None:
    for turret in (1, 2, 3, 5, 6):
        for player, sides in (("Bo", SPELL), ("Ana", POTION)):
            hand = dict(zip(SETUP["hands"][player], sides_of(sides), strict=True))
            bench.post("/say/throw", player=player, **{f"side.{stone}": side for stone, side in hand.items()})
        bench.post("/say/choose", player="Bo", kind="victory", pick=f"gem {turret}")
    assert "1 gem left" in bench.text("/")
    assert "6 gems left" in bench.text("/")


def test_the_verdict_is_shown_large_with_its_reason(bench: Bench) -> None:
    assert bench.throw(SPELL).status_code == 303
    assert bench.throw(POTION).status_code == 303
    text = bench.text("/")
    assert "Spell wins the turn 6 + 4 = 10" in text
    assert "Bo wins the turn" in text, "over the picture"
    assert "A Spell beats a Potion" in text
    assert "CST-G-19" in text
    small = bench.text("/small")
    assert "Bo Spell 10" in small
    assert "Ana Potion" in small


def test_the_small_screen_says_what_is_wrong_with_the_camera(bench: Bench) -> None:
    words = "The camera gives no picture: check its cable."
    assert words not in bench.text("/small")
    bench.table.submit(Trouble("camera", words))
    small = bench.text("/small")
    assert words in small
    assert "Bo casts all five stones." in small


def test_the_verdict_on_a_tie_is_that_nobody_wins(bench: Bench) -> None:
    assert bench.throw(POTION).status_code == 303
    assert bench.throw(POTION).status_code == 303
    assert "Nobody wins the turn Bo: Potion. Ana: Potion. Two Potions always tie." in bench.text("/")


def test_a_failed_first_cast_is_not_yet_a_bungle(bench: Bench) -> None:
    bench.throw("ssssn")
    assert "Bo: Nothing yet No Spell, Potion or Charm yet: one more cast." in bench.text("/")


def test_before_a_second_cast_the_page_shows_the_chances(bench: Bench) -> None:
    bench.throw("ssssn")
    bench.throw(POTION)
    assert "Potion 50 % Cast Porcupine Quills again" in bench.text("/")


def test_every_button_is_an_option_of_the_ask(bench: Bench) -> None:
    bench.throw(SPELL)
    bench.throw(POTION)
    assert bench.now.table is not None
    (ask,) = bench.now.table.asks
    picks = re.findall(r'name="pick" value="([^"]+)"', bench.client.get("/").text)
    assert picks == [option.pick for option in ask.options]
    assert bench.post("/say/choose", player=ask.player, kind=ask.kind, pick=picks[2]).status_code == 303
    assert "Turn 2" in bench.text("/")
    assert "Bo Spell 10" in bench.text("/small"), "the last verdict stays until the next cast"


def test_a_tap_on_a_turret_answers_an_ask_for_one_turret(bench: Bench) -> None:
    bench.throw(SPELL)
    bench.throw(POTION)
    taps = re.findall(r'data-pick="([^"]+)"', bench.client.get("/").text)
    assert taps == [f"gem {turret}" for turret in range(1, 9)]


def test_one_tap_turns_a_stone_over(bench: Bench) -> None:
    bench.throw(SPELL)
    bench.throw(POTION)
    answer = bench.post("/say/correct", seq=2, piece=ANAS[0], side="number")
    assert answer.status_code == 303
    page = bench.text("/")
    name = next(stone["name"] for stone in SETUP["pieces"] if stone["piece"] == ANAS[0])
    assert f"{name} now counts as number. Ana casts " in page
    assert "Ana: Nothing yet" in page
    assert "corrected" in bench.text("/history")
    assert bench.now.length == 3
    bench.post("/say/undo")
    assert "corrected" not in bench.text("/history"), "it counts as it was read"


def test_a_tap_on_a_stone_leads_to_its_other_side(bench: Bench) -> None:
    bench.throw(SPELL)
    page = bench.client.get("/").text
    panels = r'id="fix-([^"]+)".*?<button class="button option" name="side" value="(\w+)"'
    offered = re.findall(panels, page, re.DOTALL)
    assert all(f'href="#fix-{piece}"' in page for piece in BOS)
    turned = ["number" if side == "symbol" else "symbol" for side in sides_of(SPELL)]
    assert offered == list(zip(BOS, turned, strict=True))


def test_undo_takes_the_last_step_back(bench: Bench) -> None:
    bench.throw(SPELL)
    assert bench.post("/say/undo").status_code == 303
    assert "Bo casts all five stones." in bench.text("/")
    assert "There is nothing to undo." in bench.post("/say/undo").text


def test_what_was_undone_can_be_brought_back_until_something_else_is_recorded(bench: Bench) -> None:
    bench.throw(SPELL)
    bench.post("/say/undo")
    for url in ("/", "/history"):
        page = bench.client.get(url).text
        assert 'action="/say/restore"' in page
        assert 'action="/say/undo"' not in page  # Nothing is left to undo.
    assert "One step was undone." in bench.text("/history")
    assert bench.post("/say/restore", seq=1).status_code == 303
    page = bench.text("/")
    assert "Brought back: Bo casts a Spell" in page
    assert "Bring back" not in page
    bench.post("/say/undo")
    bench.throw(POTION)
    for url in ("/", "/history"):
        assert "Bring back" not in bench.text(url)
    assert "only until something else is recorded" in bench.post("/say/restore", seq=1).text


def test_a_whole_throw_can_be_corrected_later(bench: Bench) -> None:
    bench.throw(SPELL)
    bench.throw(POTION)
    page = bench.client.get("/history/1").text
    assert len(re.findall(r'<input type="radio" name="side\.[^"]+" value="\w+" checked', page)) == 5
    sides = {f"side.{piece}": "number" for piece in BOS}
    assert bench.post("/say/amend", seq=1, player="Bo", **sides).status_code == 303
    assert "Bo Charm" in bench.text("/small")


def test_after_a_correction_the_page_says_how_many_plays_it_made_impossible(bench: Bench) -> None:
    bench.throw(SPELL)
    bench.throw(POTION)
    assert bench.post("/say/choose", player="Bo", kind="victory", pick="gem 1").status_code == 303
    notice = "After the correction 1 later play is no longer valid and will be asked again."
    assert notice not in bench.text("/")
    sides = {f"side.{piece}": "number" for piece in BOS}
    bench.post("/say/amend", seq=1, player="Bo", **sides)
    assert notice in bench.text("/")
    bench.post("/say/undo")
    assert notice not in bench.text("/")


def test_a_second_cast_throws_only_the_ticked_stones(bench: Bench) -> None:
    bench.throw("ssssn")
    bench.throw(POTION)
    sides = {f"side.{piece}": "number" for piece in BOS}
    none = bench.post("/say/throw", player="Bo", part=1, **sides)
    assert (none.status_code, "Tick at least one" in none.text) == (400, True)
    assert bench.post("/say/throw", player="Bo", part=1, again=BOS[2], **sides).status_code == 303
    assert bench.now.log[-1].fact == Throw("Bo", ((BOS[2], "number"),))
    assert re.search(r'name="again" value="stone:46" checked', bench.client.get("/history/3").text)


def test_going_back_to_a_play_removes_all_later_plays(bench: Bench) -> None:
    bench.throw(SPELL)
    bench.throw(POTION)
    assert bench.post("/say/retract", seq=1).status_code == 303
    assert bench.now.table is not None
    assert bench.now.table.entries == ()


def test_going_back_by_several_steps_says_how_many_and_asks_first(bench: Bench) -> None:
    bench.throw(SPELL)
    bench.throw(POTION)
    first, last = bench.text("/history/1"), bench.text("/history/2")
    assert "This undoes 2 steps: step 1 and everything after it. You can bring back what was undone" in first
    assert "This undoes step 2, the last one." in last
    confirmed = '<input type="checkbox" required> Yes, undo all of them'
    assert [confirmed in bench.client.get(f"/history/{seq}").text for seq in (1, 2)] == [True, False]


def test_an_answer_from_a_stale_page_is_refused(bench: Bench) -> None:
    bench.throw(SPELL)
    before = bench.now
    for url, fields in (
        ("/say/undo", {}),
        ("/say/correct", {"seq": 1, "piece": BOS[0], "side": "number"}),
        ("/say/choose", {"player": "Bo", "kind": "victory", "pick": "gem 1"}),
        ("/say/throw", {"player": "Ana", f"side.{ANAS[0]}": "number"}),
    ):
        assert bench.post(url, at=0, **fields).headers["Location"] == "/"
        assert "The table has moved on" in bench.text("/")
    assert bench.now == before


def test_a_form_sent_twice_is_carried_out_once_and_leads_to_the_page(bench: Bench) -> None:
    cast = {f"side.{stone}": side for stone, side in zip(BOS, sides_of(SPELL), strict=True)}
    wrong = {"seq": 1, "piece": BOS[0], "side": "number"}
    for at, url, fields in (
        (0, "/say/throw", {"player": "Bo", **cast}),
        (1, "/say/correct", wrong),
        (2, "/say/undo", {}),
        (3, "/say/retract", {"seq": 1}),
        (4, "/say/restore", {"seq": 1}),
    ):
        for _ in range(2):
            assert bench.post(url, at=at, **fields).headers["Location"] == "/"
            assert bench.now.length == at + 1
            assert "The table has moved on" not in bench.text("/")


def test_a_script_gets_the_same_answer_as_json(bench: Bench) -> None:
    bench.client.environ_base["HTTP_ACCEPT"] = "application/json"
    answer = bench.post("/say/undo").get_json()
    assert answer == {"ok": False, "stale": False, "words": "There is nothing to undo."}
    assert bench.throw(SPELL).get_json()["ok"]
    assert bench.post("/say/undo", at=0).get_json()["stale"]


def test_a_cast_seen_by_the_camera_shows_its_picture_with_outlines(bench: Bench) -> None:
    bench.devices.sees(list(zip(BOS, sides_of(SPELL), strict=True)))
    page = bench.client.get("/").text
    assert page.count('<a class="named"') == 5
    assert page.count('<polygon class="outline"') == 10  # over the picture, and in the panels that correct a stone
    picture = re.search(r'<img class="still-picture" src="(/pictures/[^"]+)"', page)
    assert picture is not None
    answer = bench.client.get(picture[1])
    assert (answer.mimetype, answer.data[:2]) == ("image/jpeg", b"\xff\xd8")
    assert "read by the camera" in bench.text("/history/1")
    assert "Exposure" in bench.text("/history/1")


def test_a_stone_of_another_game_is_not_shown_by_its_id(bench: Bench) -> None:
    bench.devices.sees([*zip(BOS, sides_of(SPELL), strict=True), ("stone:66", "symbol")])
    page = bench.text("/")
    assert "✦ Stone" in page
    assert "stone:66" not in page


@pytest.mark.parametrize(("language", "name"), [("en", "Die"), ("de", "Würfel")])
def test_a_label_is_as_wide_as_its_name_in_the_language_of_the_reader(bench: Bench, language: str, name: str) -> None:
    die = {
        "piece": None,
        "kind": "die",
        "side": "4",
        "value": 4,
        "sure": True,
        "centre_px": (960, 540),
        "outline_px": (),
    }
    proof = EvidencePicture("id", (1920, 1080), ({**die, "outline_px": ()},), (), ())
    with bench.client.application.test_request_context(headers={"Accept-Language": language}):
        (drawn,) = labels_in(bench.now, proof, {})
    (measured,) = labels(proof, proof.pieces, lambda _: name, lambda _: "4")
    assert (drawn.name, drawn.box) == (name, measured.box)


def test_outlines_disappear_as_soon_as_something_moves(bench: Bench) -> None:
    bench.devices.sees(list(zip(BOS, sides_of(SPELL), strict=True)))
    assert '<div class="still lies"' in bench.client.get("/").text
    bench.table.submit(CameraStateChanged("hand"))
    page = bench.client.get("/").text
    assert '<div class="still"' in page, "kept for a look back"
    assert "A hand is over the table" in page


def test_a_doubt_is_asked_with_its_crop_and_one_tap_answers(bench: Bench) -> None:
    bench.devices.sees(list(zip(BOS, sides_of(SPELL), strict=True)), unsure=BOS[2])
    question = bench.now.question
    assert question is not None
    page = bench.client.get("/").text
    assert question.words in page
    assert 'class="doubt"' in page
    assert page.count("option pictured") == len(question.choices), "each answer is a tile with its drawing"
    for choice in question.choices:
        assert choice.words in page
    assert bench.post("/say/reply", question=question.id, key=question.choices[0].key).status_code == 303
    assert bench.now.length == 1
    assert bench.post("/say/reply", question=question.id, key=question.choices[0].key).status_code == 303
    assert bench.now.length == 1


def test_the_simulated_table_throws_the_wanted_sides(bench: Bench) -> None:
    answer = bench.post("/simulation/throw", **{f"side.{piece}": "number" for piece in BOS[:2]}, mishap="leaner")
    assert answer.status_code == 303
    assert bench.devices.received == [SimulatedThrow((), ((BOS[0], "number"), (BOS[1], "number")), "leaner", at=0)]
    assert bench.now.log[-1].fact == Throw("Bo", tuple(zip(BOS, sides_of("nnsss"), strict=True)))


def test_the_drawer_says_that_without_a_tick_everything_is_thrown(bench: Bench) -> None:
    words = "Tick what is thrown; without a tick everything is."
    assert words not in bench.text("/"), "there is nothing to tick"
    bench.throw("snnnn")
    bench.throw("snnnn")
    assert words in bench.text("/")
    assert bench.post("/simulation/throw").status_code == 303
    thrown = bench.now.log[-1].fact
    assert isinstance(thrown, Throw)
    assert len(thrown.shown) == len(BOS)


def test_nothing_is_thrown_before_the_eyes_are_open(bench: Bench) -> None:
    assert "Throw the stones" in bench.text("/")
    bench.table.submit(CameraStateChanged("starting"))
    assert "disabled>Throw the stones</button>" in bench.client.get("/").text
    assert "Wait until the camera has started." in bench.text("/")
    assert "You can throw as soon as the camera has started." in bench.text("/")


def test_the_pieces_on_the_table_can_always_be_read_again(bench: Bench) -> None:
    for word in ("settled", "watching"):
        bench.table.submit(CameraStateChanged(word))
        assert "The camera missed it? Read the table now" in bench.text("/")
    assert bench.post("/say/look").status_code == 303


def test_only_what_the_next_throw_can_be_is_offered_to_be_read_again(bench: Bench) -> None:
    counted = tuple(
        piece(name, side, place) for place, (name, side) in enumerate(zip(BOS, sides_of(SPELL), strict=True))
    )
    bench.devices.sees(list(zip(BOS, sides_of(SPELL), strict=True)))
    bench.table.submit(Saw(Reading(counted, (), {}), FRAME, {}, ANAS, "again"))
    assert "The camera missed it?" in bench.text("/")
    assert "It lies there?" not in bench.text("/"), "what lies there is the cast that counted"
    bench.table.submit(Saw(Reading((piece(ANAS[0], "symbol", 0),), (), {}), FRAME, {}, ANAS, "again"))
    assert "It lies there? Read it again" in bench.text("/")


@pytest.mark.parametrize("word", ["by hand", "trouble"])
def test_without_a_camera_the_form_for_a_throw_is_open(bench: Bench, word: Literal["by hand", "trouble"]) -> None:
    bench.table.submit(CameraStateChanged(word))
    assert '<details class="by-hand" id="by-hand-1" open>' in bench.client.get("/").text


@pytest.mark.parametrize("url", ["/", "/small", "/children"])
def test_the_hidden_heading_is_a_part_that_follows_the_game(bench: Bench, url: str) -> None:
    heading = re.compile(r'<h1 id="headline" class="unseen" data-part>([^<]+)</h1>')
    before = heading.findall(bench.client.get(url).text)
    bench.throw(SPELL)
    after = heading.findall(bench.client.get(url).text)
    assert (before, after) == (["Bo casts all five stones."], ["Ana casts all five stones."])


def test_the_lamps_are_shown_on_the_panel(bench: Bench) -> None:
    assert "Ana lamp off Bo lamp on" in bench.text("/")


def test_a_turret_that_would_win_is_marked(bench: Bench) -> None:
    for turret in range(1, 4):
        bench.throw(SPELL)
        bench.throw(POTION)
        bench.post("/say/choose", player="Bo", kind="victory", pick=f"gem {turret}")
    assert bench.client.get("/").text.count("turret wanted gem-red") == 2


def bo_wins(bench: Bench) -> None:
    """Four gems side by side."""
    for turret in range(1, 5):
        bench.throw(SPELL)
        bench.throw(POTION)
        assert bench.post("/say/choose", player="Bo", kind="victory", pick=f"gem {turret}").status_code == 303


def test_a_finished_game_is_not_changed_by_a_tap_on_a_stone(bench: Bench) -> None:
    assert bench.throw(SPELL).status_code == 303
    assert "/say/correct" in bench.client.get("/").text
    bench.post("/say/undo")
    bo_wins(bench)
    length = bench.now.length
    page = bench.client.get("/").text
    assert "/say/correct" not in page
    assert "Correct it in the history" in page
    answer = bench.post("/say/correct", seq=length - 1, piece=ANAS[0], side="number")
    assert (answer.status_code, "The game is over" in answer.text) == (400, True)
    assert bench.now.length == length
    assert "Bo wins the game" in bench.text("/")
    assert "The game is over. Bo wins!" in seated(bench, "Ana").get("/mine").text


def test_the_history_corrects_a_finished_game(bench: Bench) -> None:
    bo_wins(bench)
    sides = {f"side.{piece}": side for piece, side in zip(BOS, sides_of(POTION), strict=True)}
    casts = [line.seq for line in bench.now.log if isinstance(line.fact, Throw) and line.fact.player == "Bo"]
    assert bench.post("/say/amend", seq=casts[-1], player="Bo", **sides).status_code == 303
    assert "Bo wins the game" not in bench.text("/")


def test_a_won_game_names_the_winner_and_can_still_be_undone(bench: Bench) -> None:
    bo_wins(bench)
    assert "Bo wins the game" in bench.text("/")
    assert bench.client.get("/").text.count("turret winning") == 4
    assert "Bo wins the game" in bench.text("/small")
    assert bench.post("/say/undo").status_code == 303
    assert "Bo won with a Spell" in bench.text("/")


def test_the_small_screen_is_shown_on_the_simulated_panel(bench: Bench, tmp_path: Path) -> None:
    assert "/simulation/screen.png?v=" in bench.client.get("/").text
    dots = bench.client.get("/simulation/screen.png")
    assert dots.mimetype == "image/png"
    assert dots.data.startswith(b"\x89PNG")
    real = open_bench(tmp_path / "real", simulated=False)
    assert real.client.get("/simulation/screen.png").status_code == 404
    real.close()


def test_pieces_of_another_game_are_named_as_such(bench: Bench) -> None:
    bench.devices.sees([*zip(BOS, sides_of(SPELL), strict=True), ("stone:66", "symbol")])
    assert "Not part of this game: 1 stone on the mat." in bench.text("/")


def test_pieces_of_the_last_game_are_counted_beside_the_form_for_a_new_one(bench: Bench) -> None:
    bench.devices.sees([(BOS[0], "symbol")])
    bench.table.submit(CameraStateChanged("settled"))
    notice = "Clear the mat first. Still there from the last game: 1 stone."
    assert notice in bench.text("/games/new/casting-stones")


def test_a_piece_that_was_read_right_is_left_as_it_is(bench: Bench) -> None:
    bench.devices.sees(list(zip(BOS, sides_of(SPELL), strict=True)))
    assert "Right as it is: number" in bench.text("/")
    assert "So stimmt es: Zahl" in plain(bench.client.get("/", headers={"Accept-Language": "de"}).text)


def test_hints_about_a_throw_are_shown_on_the_table_page_alone(bench: Bench) -> None:
    bench.devices.sees(list(zip(BOS[:4], sides_of(SPELL), strict=False)))
    assert "I see 4 of 5" in bench.text("/")
    assert "I see 4 of 5" not in bench.text("/games/new/dicers") + bench.text("/setup")


def test_pieces_that_lie_there_before_the_first_throw_are_to_be_taken_away(bench: Bench) -> None:
    lying = tuple(piece(name, "symbol", place) for place, name in enumerate((*BOS[:2], ANAS[0])))
    bench.table.submit(CameraStateChanged("settled"))
    bench.table.submit(Saw(Reading(lying, (), {}), FRAME, {}, BOS, "before"))
    notice = "Clear the mat before the first throw: what lies there does not count (3 stones). Take everything away"
    assert notice in bench.text("/")
    assert notice.removesuffix(" Take everything away") in bench.text("/small")
    assert "It lies there?" not in bench.text("/")
    bench.table.submit(CameraStateChanged("watching"))
    assert "Clear the mat" not in bench.text("/"), "the mat is empty, which the camera sees without a reading"
    bench.table.submit(CameraStateChanged("settled"))
    assert notice in bench.text("/")
    bench.devices.sees(list(zip(BOS, sides_of(SPELL), strict=True)))
    assert "Clear the mat" not in bench.text("/")


def test_stones_of_another_game_are_to_be_taken_away_before_the_first_throw_too(bench: Bench) -> None:
    strange = tuple(replace(piece("", "symbol", place), piece=None) for place in range(3))
    bench.table.submit(CameraStateChanged("settled"))
    bench.table.submit(Saw(Reading((*strange, piece(BOS[0], "symbol", 3)), (), {}), FRAME, {}, BOS, "before"))
    assert "what lies there does not count (4 stones)" in bench.text("/")
    bench.table.submit(Saw(Reading((*strange[:1], piece(BOS[0], "symbol", 3)), (), {}), FRAME, {}, BOS, "rest"))
    assert "what lies there does not count (2 stones)" in bench.text("/")


def test_a_stone_on_its_edge_before_the_first_throw_is_counted_once(bench: Bench) -> None:
    leaner = replace(piece("", "symbol", 4), piece=None, side=None, notes=(Note.LEANER,))
    lying = (*(piece(name, "symbol", place) for place, name in enumerate(BOS[:4])), leaner)
    for why in ("before", "rest", "rest"):
        bench.table.submit(CameraStateChanged("settled"))
        bench.table.submit(Saw(Reading(lying, (), {}), FRAME, {}, BOS, why))
        assert "what lies there does not count (5 stones)" in bench.text("/"), why


def test_a_moved_camera_gives_the_host_a_link_to_the_calibration(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    bench.table.submit(Trouble("bump", "The camera was moved; I follow the mat. Calibrate again when you can."))
    assert 'Calibrate again when you can. <a href="/calibration">' in bench.client.get("/").text
    bench.close()


def test_a_message_on_the_page_is_one_whole_sentence_whatever_the_names_are(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    hands = {"Dr. No": SETUP["hands"]["Ana"], "Bo": BOS}
    bench.table.submit(NewGame({**SETUP, "players": ["Dr. No", "Bo"], "youngest": "Dr. No", "hands": hands}))
    bench.client.environ_base["HTTP_ACCEPT"] = "application/json"
    told = bench.post(
        "/say/throw", player="Dr. No", **{f"side.{piece}": "symbol" for piece in hands["Dr. No"]}
    ).get_json()
    assert told["words"].startswith(told["headline"])
    assert told["headline"].startswith("Dr. No ")
    bench.close()


def marks(bench: Bench, url: str) -> dict[str, str]:
    """The mark at each piece in the picture of a page, by the name beside it."""
    words = r'<tspan class="label-mark">([^<]*)</tspan><tspan class="label-name"> ([^<]*)</tspan>'
    return {name: mark for mark, name in re.findall(words, bench.client.get(url).text)}


def test_a_corrected_piece_is_marked_as_it_counts_in_later_pictures_too(bench: Bench) -> None:
    """It lies there when the next player throws; it is marked as read again once it shows another side."""
    names = {stone["piece"]: stone["name"] for stone in SETUP["pieces"]}
    bos = list(zip(SETUP["hands"]["Bo"], sides_of(SPELL), strict=True))
    anas = list(zip(SETUP["hands"]["Ana"], sides_of(POTION), strict=True))
    (wrong, read), *_ = bos
    bench.devices.sees(bos)
    assert read == "symbol"
    assert marks(bench, "/")[names[wrong]] == "✦"
    assert bench.post("/say/correct", seq=1, piece=wrong, side="number").status_code == 303
    number = marks(bench, "/")[names[wrong]]
    assert number.isdigit()
    bench.devices.sees([*bos, *anas])
    assert marks(bench, "/")[names[wrong]] == number
    assert marks(bench, "/games/1/watch/1")[names[wrong]] == number
    bench.devices.sees([(wrong, "number"), *bos[1:]])
    assert marks(bench, "/")[names[wrong]] == "#", "the camera of the test reads no numbers"


def test_the_small_screen_says_why_a_throw_does_not_count(bench: Bench) -> None:
    bench.devices.sees(list(zip(BOS[:4], sides_of("ssns"), strict=True)))
    missing = next(notice.words for notice in bench.now.notices if notice.source == "throw")
    assert str(missing) in bench.text("/")
    assert str(missing) in bench.text("/small")
    bench.table.submit(Trouble("camera", "The camera is unplugged."))
    small = bench.text("/small")
    assert "The camera is unplugged." in small
    assert str(missing) not in small, "there is room for one sentence"
