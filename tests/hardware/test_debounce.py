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
    assert sample(contact, False, 2.0) == (Contact(), None)


@given(st.lists(st.floats(0.0, STEADY_S * 0.9), min_size=1, max_size=6))
def test_edges_of_a_spike_are_no_press(lengths: list[float]) -> None:
    contact = Contact()
    for n, length in enumerate(lengths):
        for t, down in ((0.1 + n * 0.1, True), (0.1 + n * 0.1 + length, False)):
            contact, pressed = edge(contact, down, t)
            assert pressed is None


def test_a_button_held_for_a_minute_counts_once() -> None:
    assert len(presses([(n * 0.05, True) for n in range(1200)])) == 1
