"""Each press of a button counts once, however its contact bounces, and however late its edges become known."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.debounce import CLOSE_S, HOLD_S, READ_S, STEADY_S, Contact, Fact

Wire = list[tuple[float, bool]]  # when a contact changed, and to which level
Spell = tuple[float, float]  # when something began and ended (s)
WAITING = 16  # edges of a line that the kernel keeps for a program that does not read them
BEGIN, END = 0.5, 4.0
POLL_S = 0.005


def presses(facts: list[Fact]) -> list[float]:
    contact = Contact()
    return [t for fact in facts for t in contact.learn(fact)]


def finger(at: float, down_s: float, going_down: list[float], going_up: list[float]) -> Wire:
    """One press; even numbers of bounces each way leave the contact where the finger is."""
    closing = [at, *accumulate(going_down, initial=at)][1:]
    opening = list(accumulate(going_up, initial=max(closing[-1], at + down_s)))
    return [(t, n % 2 == 0) for n, t in enumerate(closing)] + [(t, n % 2 == 1) for n, t in enumerate(opening)]


def level_at(wire: Wire, t: float) -> bool:
    n = bisect_right(wire, t, key=lambda change: change[0])
    return wire[n - 1][1] if n else False


def resumed(t: float, stalls: list[Spell]) -> float:
    """When something first runs at or after *t* that stalls in these spells."""
    for begin, end in sorted(stalls):
        if begin <= t < end:
            t = end
    return t


@dataclass(frozen=True)
class Machine:
    """A machine as unkind as the real ones.

    ``read_s``: the time after which the kernel reads the level of a changed line; it merges the changes until then, and
    gives the edge the time of the last one.  ``deaf``: spells in which nobody reads the line's edges from the kernel;
    of more than 16, the oldest are lost.  ``late_s``: by how much longer the panel waits for each of them, while it
    takes samples; the edges themselves stay in order.  ``blind``: spells in which the panel takes no sample.
    ``stale_s``: the age of a sample.
    """

    read_s: list[float]
    deaf: list[Spell]
    late_s: list[float]
    blind: list[Spell]
    stale_s: float

    def news(self, wire: Wire) -> list[Fact]:
        """All that the panel learns, in the order in which it does."""
        looks = sorted({resumed(n * POLL_S, self.blind) for n in range(round(END / POLL_S))})
        told = [(t, Fact(t, level_at(wire, t - self.stale_s))) for t in looks]
        at = 0.0
        for n, edge in enumerate(edge for batch in self._batches(wire).values() for edge in batch[-WAITING:]):
            at = max(at, resumed(edge.t, self.deaf) + self.late_s[n % len(self.late_s)])
            told.append((at, edge))
        return [fact for _, fact in sorted(told, key=lambda known: known[0])]

    def loses_edges(self, wire: Wire) -> bool:
        return any(len(batch) > WAITING for batch in self._batches(wire).values())

    def _batches(self, wire: Wire) -> dict[float, list[Fact]]:
        """The edges by the time at which they are read from the kernel."""
        batches: dict[float, list[Fact]] = {}
        for edge in self._edges(wire):
            batches.setdefault(resumed(edge.t, self.deaf), []).append(edge)
        return batches

    def _edges(self, wire: Wire) -> list[Fact]:
        edges: list[Fact] = []
        times = [t for t, _ in wire]
        while times:
            read = times[0] + self.read_s[len(edges) % len(self.read_s)]
            merged = [t for t in times if t <= read]
            edges.append(Fact(merged[-1], level_at(wire, read), is_edge=True))
            times = times[len(merged) :]
        return edges


def in_a_row(parts: list[tuple[float, float]]) -> list[Spell]:
    """Spells that follow each other, after some time each."""
    ends = accumulate(after + lasts for after, lasts in parts)
    return [(BEGIN - 0.1 + end - lasts, BEGIN - 0.1 + end) for end, (_, lasts) in zip(ends, parts, strict=True)]


def spells(at_most_s: float) -> st.SearchStrategy[list[Spell]]:
    """Up to four spells, one after another, from just before the first press."""
    parts = st.lists(st.tuples(st.floats(0.01, 0.3), st.floats(0.01, at_most_s)), max_size=4)
    return parts.map(in_a_row)


bounces = st.lists(st.floats(0.0001, 0.002), max_size=9).map(lambda gaps: gaps[: len(gaps) // 2 * 2])
stretched_bounces = st.lists(st.floats(0.001, 0.007), min_size=2, max_size=2)  # by a busy machine
fingers = st.lists(
    st.tuples(st.floats(0.05, 0.2), st.floats(0.06, 0.3), st.one_of(bounces, stretched_bounces), bounces),
    min_size=1,
    max_size=4,
)
machines = st.builds(
    Machine,
    read_s=st.lists(st.floats(0.0, 0.001), min_size=1, max_size=9),
    deaf=spells(0.5),
    late_s=st.lists(st.floats(0.0, 6.0), min_size=1, max_size=20),
    blind=spells(0.5),
    stale_s=st.floats(0.0, READ_S * 0.99),
)


def spikes(at_most_s: float) -> st.SearchStrategy[Wire]:
    """A wire that is closed up to eight times for a moment, and in between open for as long as between two presses."""
    parts = st.lists(st.tuples(st.floats(CLOSE_S, 0.3), st.floats(0.0, at_most_s)), min_size=1, max_size=8)
    return parts.map(
        lambda parts: [change for spell in in_a_row(parts) for change in zip(spell, (True, False), strict=True)]
    )


def wire_of(fingers: list[tuple[float, float, list[float], list[float]]]) -> tuple[list[Spell], Wire]:
    """When each press began and ended, and what the contact did."""
    made, wire, at = [], [], BEGIN
    for held, pause, going_down, going_up in fingers:
        press = finger(at, held, going_down, going_up)
        made.append((at, press[-1][0]))
        wire += press
        at = press[-1][0] + pause
    return made, wire


@settings(max_examples=50)
@given(fingers, machines)
def test_each_press_counts_once_on_an_unkind_machine(
    fingers: list[tuple[float, float, list[float], list[float]]], machine: Machine
) -> None:
    made, wire = wire_of(fingers)
    contact = Contact()
    found = [t for fact in machine.news(wire) for t in contact.learn(fact)]
    assert len(found) <= len(made)
    if not machine.loses_edges(wire):
        assert len(found) == len(made)
    assert all(any(began <= t <= ended + READ_S for began, ended in made) for t in found)
    assert contact.is_up


@settings(max_examples=50)
@given(spikes(STEADY_S - READ_S), machines)
def test_spikes_are_no_press_on_an_unkind_machine(wire: Wire, machine: Machine) -> None:
    assert machine.loses_edges(wire) or presses(machine.news(wire)) == []


@given(spikes(STEADY_S * 0.9))
def test_spikes_are_no_press(wire: Wire) -> None:
    assert presses([Fact(t, down, is_edge=True) for t, down in wire]) == []


def test_two_spikes_are_no_press_where_each_is_seen_once_and_their_edges_come_late() -> None:
    samples = [Fact(0.503, True), Fact(0.703, True), Fact(0.708, False)]
    edges = [Fact(t, down, is_edge=True) for t, down in ((0.5, True), (0.506, False), (0.7, True), (0.706, False))]
    for known in range(5):
        assert presses([*edges[:known], *samples, *edges[known:]]) == []


@given(st.floats(0.05, 2.0), bounces, bounces)
def test_samples_alone_find_a_press(held: float, going_down: list[float], going_up: list[float]) -> None:
    wire = finger(BEGIN, held, going_down, going_up)
    found = presses([Fact(n * POLL_S, level_at(wire, n * POLL_S)) for n in range(600)])
    assert len(found) == 1
    assert BEGIN <= found[0] <= BEGIN + sum(going_down) + POLL_S


@given(st.floats(0.05, 2.0), bounces, bounces)
def test_edges_alone_find_a_press_and_its_time(held: float, going_down: list[float], going_up: list[float]) -> None:
    wire = finger(BEGIN, held, going_down, going_up)
    found = presses([Fact(t, down, is_edge=True) for t, down in wire])
    assert len(found) == 1
    assert BEGIN <= found[0] <= BEGIN + sum(going_down) + 1e-9


def test_a_press_is_reported_at_the_first_sample_that_makes_it_certain() -> None:
    contact = Contact()
    assert contact.learn(Fact(0.5, True, is_edge=True)) == []
    assert contact.learn(Fact(0.514, True)) == []
    assert not contact.is_settled
    assert contact.learn(Fact(0.516, True)) == [0.5]
    assert contact.is_settled


def test_a_press_that_samples_showed_is_not_reported_again_with_its_edges() -> None:
    samples = [Fact(n * POLL_S, 20 <= n < 60) for n in range(100)]
    edges = [Fact(0.098, True, is_edge=True), Fact(0.298, False, is_edge=True)]
    assert presses(samples + edges) == presses(samples + edges[::-1]) == [0.1]


def test_late_edges_tell_that_two_samples_belong_to_two_presses() -> None:
    samples = [Fact(0.55, True), Fact(0.95, True), Fact(1.5, False)]
    edges = [Fact(t, down, is_edge=True) for t, down in ((0.5, True), (0.6, False), (0.9, True), (1.0, False))]
    assert len(presses(samples + edges)) == 2


def test_a_press_whose_release_is_read_seconds_late_counts_beside_a_later_one_that_samples_showed() -> None:
    samples = [Fact(0.82 + n * POLL_S, 20 <= n < 40) for n in range(600)]
    edges = [Fact(t, down, is_edge=True) for t, down in ((0.5, True), (0.66, False), (0.919, True), (1.018, False))]
    assert len(presses([edges[0], *samples, *edges[1:]])) == 2


def test_an_edge_that_comes_late_tells_that_samples_showed_the_next_press() -> None:
    contact = Contact()
    early = [Fact(0.7, True, is_edge=True), *(Fact(0.9 + n * POLL_S, True) for n in range(4))]
    assert len([t for fact in early for t in contact.learn(fact)]) == 1
    assert contact.learn(Fact(0.75, False, is_edge=True)) == []
    assert len(contact.learn(Fact(0.88, True, is_edge=True))) == 1
    assert contact.learn(Fact(1.0, False, is_edge=True)) == []


def test_a_press_between_two_edges_counts_however_few_samples_were_taken_in_it() -> None:
    begin, sample, end = Fact(0.5, True, is_edge=True), Fact(0.59, True), Fact(0.595, False, is_edge=True)
    assert presses([begin, sample, end]) == [0.5]
    late_end = [Fact(0.596, False), Fact(0.605, False, is_edge=True)]  # the kernel merged bounces for 10 ms
    assert presses([begin, sample, *late_end]) == [0.5]


def test_a_sample_between_two_edges_that_the_kernel_merged_does_not_join_two_presses() -> None:
    first, release = Fact(0.5, True, is_edge=True), Fact(0.6, False, is_edge=True)
    merged = [Fact(0.785, True), Fact(0.786, True, is_edge=True)]  # of three edges, the first at 0.784
    assert presses([first, release, *merged, Fact(0.9, False, is_edge=True)]) == [0.5, 0.786]


def test_a_steady_contact_stays_settled_between_samples_far_apart() -> None:
    contact = Contact()
    for t in (0.5, 0.505, 0.51, 0.515, 0.57):
        contact.learn(Fact(t, True))
    assert contact.is_settled


def test_a_press_counts_after_one_whose_last_edge_was_lost() -> None:
    first = [Fact(0.5, True, is_edge=True), *(Fact(0.5 + n * POLL_S, n < 10) for n in range(1, 40))]
    assert presses([*first, Fact(0.9, True, is_edge=True), Fact(0.95, False, is_edge=True)]) == [0.5, 0.9]


def test_a_press_that_lasts_for_ten_seconds_counts_once_even_where_the_contact_is_bad() -> None:
    crack = [(0.0, False, True), (0.002, True, True), (0.012, True, False), (0.032, True, False)]
    cracks = [Fact(n * 0.05 + t, down, is_edge) for n in range(200) for t, down, is_edge in crack]
    assert len(presses(cracks)) == 1


def test_a_press_that_has_lasted_becomes_a_hold_once() -> None:
    contact, holds = Contact(), []
    for n in range(2000):
        contact.learn(Fact(n * POLL_S, 200 <= n < 1000))
        holds.append(contact.new_hold())
    assert holds.index(1.0) == 200 + HOLD_S / POLL_S
    assert [hold for hold in holds if hold is not None] == [1.0]


def test_presses_and_a_wire_that_picks_up_noise_take_little_memory() -> None:
    contact = Contact()
    for fact in (Fact(n * 0.02, n % 2 == 0, is_edge=True) for n in range(-500, 0)):
        contact.learn(fact)
    for n in range(500):
        contact.learn(Fact(n * 0.0002, n % 2 == 0, is_edge=True))
        contact.learn(Fact(n * 0.0002, n % 4 < 2))
    assert len(contact._samples) <= 64
    assert len(contact._reported) <= 1


def test_a_sample_that_was_read_just_before_an_edge_does_not_hide_the_press() -> None:
    press = [Fact(0.5, True, is_edge=True), Fact(0.504, False), Fact(0.55, False, is_edge=True)]
    assert presses(press) == [0.5]
