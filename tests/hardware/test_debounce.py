"""Each press of a button counts once, however often its contact bounces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import STEADY_S, Contact, edge, sample

Samples = list[tuple[float, bool]]


def presses(samples: Samples) -> list[float]:
    contact, found = Contact(), []
    for t, down in samples:
        contact, pressed = sample(contact, down, t)
        if pressed is not None:
            found.append(pressed)
    return found


def looked_at(edges: Samples, until: float, every: float = 0.004, missed: frozenset[int] = frozenset()) -> Samples:
    """Edges (but for the missed ones) and regular looks at the wire, in the order of time."""
    looks = []
    n, t = 0, 0.0
    while t <= until:
        level = [down for when, down in edges if when <= t]
        looks.append((t, level[-1] if level else False))
        n += 1
        t = n * every
    noticed = [edge for number, edge in enumerate(edges) if number not in missed]
    return sorted(looks + noticed, key=lambda s: s[0])


bounces = st.lists(st.floats(0.0001, 0.002), max_size=9).map(lambda gaps: gaps if len(gaps) % 2 == 0 else gaps[:-1])


def finger(at: float, down_s: float, going_down: list[float], going_up: list[float]) -> Samples:
    """The edges of one press: even numbers of bounces each way leave the contact where the finger is."""
    edges, t, level = [(at, True)], at, True
    for gap in going_down:
        t, level = t + gap, not level
        edges.append((t, level))
    t, level = max(t, at + down_s), False
    edges.append((t, False))
    for gap in going_up:
        t, level = t + gap, not level
        edges.append((t, level))
    return edges


@given(st.floats(0.05, 2.0), bounces, bounces)
def test_a_bouncing_press_counts_once_at_its_time(held: float, going_down: list[float], going_up: list[float]) -> None:
    edges = finger(0.5, held, going_down, going_up)
    found = presses(looked_at(edges, 3.0))
    assert len(found) == 1
    assert 0.5 <= found[0] <= 0.5 + sum(going_down) + 1e-9


@given(st.integers(2, 5), bounces)
def test_quick_presses_count_separately(count: int, going: list[float]) -> None:
    edges = [edge for n in range(count) for edge in finger(0.2 + 0.15 * n, 0.06, going, going)]
    assert len(presses(looked_at(edges, 2.0))) == count


@given(bounces, st.sets(st.integers(0, 12)))
def test_regular_samples_make_up_for_missed_edges(going: list[float], missed: set[int]) -> None:
    edges = finger(0.5, 0.1, going, going)
    assert len(presses(looked_at(edges, 1.0, missed=frozenset(missed)))) == 1


@given(st.lists(st.floats(0.0, STEADY_S * 0.9), min_size=1, max_size=6))
def test_a_spike_is_no_press(lengths: list[float]) -> None:
    edges = []
    for n, length in enumerate(lengths):
        edges += [(0.1 + n * 0.1, True), (0.1 + n * 0.1 + length, False)]
    assert presses(looked_at(edges, 1.0, every=0.002)) == []


@given(bounces, bounces)
def test_edges_alone_make_one_press(going_down: list[float], going_up: list[float]) -> None:
    contact, found = Contact(), []
    for t, down in finger(0.5, 0.08, going_down, going_up):
        contact, pressed = edge(contact, down, t)
        found += [] if pressed is None else [pressed]
    assert len(found) == 1
    assert 0.5 <= found[0] <= 0.5 + sum(going_down) + 1e-9
    settled, pressed = sample(contact, False, 2.0)
    assert (settled.down, settled.is_settled, pressed) == (False, True, None)


@given(st.lists(st.floats(0.0, STEADY_S * 0.9), min_size=1, max_size=6))
def test_edges_of_a_spike_are_no_press(lengths: list[float]) -> None:
    contact = Contact()
    for n, length in enumerate(lengths):
        for t, down in ((0.1 + n * 0.1, True), (0.1 + n * 0.1 + length, False)):
            contact, pressed = edge(contact, down, t)
            assert pressed is None


def level_at(edges: Samples, t: float) -> bool:
    return next((down for when, down in reversed(edges) if when <= t), False)


def kernel_edges(edges: Samples, read_s: float) -> Samples:
    """Edges as the kernel reports them: it reads the level *read_s* after an edge, and merges the edges until then."""
    reported: Samples = []
    for t, _ in edges:
        if not reported or t >= reported[-1][0] + read_s:
            reported.append((t, level_at(edges, t + read_s)))
    return reported


def resumed(t: float, stalls: list[tuple[float, float]]) -> float:
    """When the program first runs at or after *t*; it stalls from and until some times, the first ones first."""
    for begin, end in stalls:
        if begin <= t < end:
            t = end
    return t


stalls = st.lists(st.tuples(st.floats(0.01, 0.2), st.floats(0.01, 0.2)), max_size=4).map(
    lambda parts: [
        (0.4 + sum(map(sum, parts[:n])) + runs, 0.4 + sum(map(sum, parts[: n + 1])))
        for n, (runs, _) in enumerate(parts)
    ]
)


stretched_bounces = st.lists(st.floats(0.001, 0.009), min_size=2, max_size=2)  # by a busy machine


def told_late(wire: Samples, stalls: list[tuple[float, float]], late_s: list[float]) -> tuple[Contact, list[float]]:
    """The last state and the presses of a program that stalls, and gets the edges late and several at once."""
    news, told = [], 0.0
    for n, (t, down) in enumerate(kernel_edges(wire, 0.0005)):
        told = max(told, resumed(t, stalls) + late_s[n % len(late_s)])
        news.append((told, edge, down, t))
    looks = {resumed(n * 0.005, stalls) for n in range(800)}
    news += [(t, sample, level_at(wire, t), t) for t in looks]
    contact, found = Contact(), []
    for _, step, down, t in sorted(news, key=lambda told: told[0]):
        contact, pressed = step(contact, down, t)
        found += [] if pressed is None else [pressed]
    return contact, found


@given(st.floats(0.05, 0.3), bounces, bounces, stalls, st.lists(st.floats(0.0, 0.1), min_size=1, max_size=20))
def test_a_press_counts_once_while_the_program_stalls_and_the_kernel_merges_edges(
    held: float,
    going_down: list[float],
    going_up: list[float],
    stalls: list[tuple[float, float]],
    late_s: list[float],
) -> None:
    contact, found = told_late(finger(0.5, held, going_down, going_up), stalls, late_s)
    assert len(found) == 1
    assert 0.5 <= found[0] <= 0.5 + sum(going_down) + 0.2
    assert (contact.down, contact.is_settled) == (False, True)


@given(
    st.lists(st.tuples(st.floats(0.07, 0.2), st.floats(0.07, 0.3)), min_size=2, max_size=4),
    st.one_of(bounces, stretched_bounces),
    st.tuples(st.floats(0.4, 1.5), st.floats(0.0, 1.0)).map(lambda stall: [(stall[0], sum(stall))]),
    st.lists(st.floats(0.0, 1.0), min_size=1, max_size=20),
)
def test_every_press_counts_once_whose_edges_come_a_second_late_and_all_at_once(
    fingers: list[tuple[float, float]], going: list[float], stalls: list[tuple[float, float]], late_s: list[float]
) -> None:
    began = [0.5 + sum(map(sum, fingers[:n])) for n in range(len(fingers))]
    wire = [edge for t, (held, _) in zip(began, fingers, strict=True) for edge in finger(t, held, going, going)]
    contact, found = told_late(wire, stalls, late_s)
    assert len(found) == len(fingers)
    assert (contact.down, contact.is_settled) == (False, True)


def test_a_look_that_overtakes_the_edge_of_a_release_does_not_lose_the_press() -> None:
    contact, _ = edge(Contact(), True, 0.5)
    contact, _ = sample(contact, False, 0.551)
    assert edge(contact, False, 0.55)[1] == 0.5


def test_a_press_counts_whose_second_edge_is_reported_long_after_its_release() -> None:
    contact, found = edge(Contact(), True, 0.5)[0], []
    for t in (0.505, 0.56, 0.58):
        contact, pressed = sample(contact, t < 0.55, t)
        found += [] if pressed is None else [pressed]
    assert (found, contact.down) == ([0.5], False)
    assert edge(contact, False, 0.55)[1] is None


def test_bounces_that_are_read_after_the_press_was_reported_are_no_second_press() -> None:
    contact, found = Contact(), []
    for step, down, t in (
        (edge, True, 0.003),
        (sample, True, 0.020),
        (edge, True, 0.012),  # merged with the edge away from it
        (edge, True, 0.022),
        (sample, True, 0.040),
        (edge, False, 0.072),
        (sample, False, 0.100),
    ):
        contact, pressed = step(contact, down, t)
        found += [] if pressed is None else [pressed]
    assert (found, contact.down) == ([0.003], False)


def test_edges_reported_after_the_samples_have_shown_the_whole_press_count_no_second_time() -> None:
    contact, found = Contact(), []
    for n in range(100):
        contact, pressed = sample(contact, 20 <= n < 60, n * 0.005)
        found += [] if pressed is None else [pressed]
    contact, first = edge(contact, True, 0.098)
    contact, second = edge(contact, False, 0.298)
    contact, third = sample(contact, False, 0.5)
    assert (found, first, second, third, contact.down) == ([0.1], None, None, None, False)


def test_a_button_held_for_a_minute_counts_once() -> None:
    assert len(presses([(n * 0.05, True) for n in range(1200)])) == 1
