"""Whose request is answered next."""

from __future__ import annotations

import pytest

from web.turns import Turns

Turn = Turns[tuple[str, int]]


def turns(each: int, together: int) -> Turn:
    return Turns(lambda request: request[0], each, together)


def test_an_address_with_many_requests_waits_for_its_own() -> None:
    queue = turns(1, 9)
    assert queue.admit(("a", 1))
    assert not queue.admit(("a", 2))
    assert queue.admit(("b", 1))
    assert queue.finish(("b", 1)) is None
    assert queue.finish(("a", 1)) == ("a", 2)
    assert queue.finish(("a", 2)) is None


def test_addresses_take_turns_however_many_requests_one_has() -> None:
    queue = turns(4, 1)
    first = ("a", 0)
    assert queue.admit(first)
    for request in (("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1)):
        assert not queue.admit(request)
    order, request = [], first
    while (following := queue.finish(request)) is not None:
        order.append(following)
        request = following
    assert order == [("a", 1), ("b", 1), ("c", 1), ("a", 2), ("a", 3)]


@pytest.mark.parametrize(("each", "together"), [(1, 1), (2, 3), (4, 2)])
def test_never_more_are_answered_than_allowed_and_all_are(each: int, together: int) -> None:
    queue = turns(each, together)
    requests = [(name, number) for number in range(5) for name in "abc"]
    working = [request for request in requests if queue.admit(request)]
    answered = []
    while working:
        assert len(working) <= together
        assert all(sum(one == name for one, _ in working) <= each for name in "abc")
        answered.append(working.pop(0))
        following = queue.finish(answered[-1])
        working += [following] if following else []
    assert sorted(answered) == sorted(requests)
