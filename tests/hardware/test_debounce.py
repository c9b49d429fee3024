"""Each press of a button counts once, however its contact bounces, and however late its edges become known."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.debounce import HOLD_S, LATE_S, READ_S, STEADY_S, Contact, Fact

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
    late_s=st.lists(st.floats(0.0, LATE_S - 0.5), min_size=1, max_size=20),
    blind=spells(0.5),
    stale_s=st.floats(0.0, READ_S * 0.99),
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
@given(st.floats(0.0, STEADY_S - READ_S), machines)
def test_a_spike_is_no_press_on_an_unkind_machine(length_s: float, machine: Machine) -> None:
    assert presses(machine.news([(BEGIN, True), (BEGIN + length_s, False)])) == []


@given(st.lists(st.floats(0.0, STEADY_S * 0.9), min_size=1, max_size=6))
def test_spikes_are_no_press(lengths: list[float]) -> None:
    wire = [change for n, s in enumerate(lengths) for change in ((BEGIN + n * 0.1, True), (BEGIN + n * 0.1 + s, False))]
    assert presses([Fact(t, down, is_edge=True) for t, down in wire]) == []


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


def test_a_press_that_lasts_for_ten_seconds_counts_once_even_where_the_contact_is_bad() -> None:
    crack = [(0.0, False, True), (0.002, True, True), (0.012, True, False), (0.032, True, False)]
    cracks = [Fact(n * 0.05 + t, down, is_edge) for n in range(200) for t, down, is_edge in crack]
    assert len(presses(cracks)) == 1


def test_a_press_that_has_lasted_becomes_a_hold_once() -> None:
    contact, holds = Contact(), []
    for n in range(200):
        contact.learn(Fact(n * 0.05, 20 <= n < 100))
        holds.append(contact.hold())
    assert holds.index(1.0) == 20 + HOLD_S / 0.05
    assert [hold for hold in holds if hold is not None] == [1.0]


def test_a_wire_that_picks_up_noise_takes_little_memory() -> None:
    contact = Contact()
    for n in range(500):
        contact.learn(Fact(n * 0.0002, n % 2 == 0, is_edge=True))
    assert len(contact._facts) <= 128


def test_a_sample_that_was_read_just_before_an_edge_does_not_hide_the_press() -> None:
    press = [Fact(0.5, True, is_edge=True), Fact(0.504, False), Fact(0.55, False, is_edge=True)]
    assert presses(press) == [0.5]
