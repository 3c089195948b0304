"""What strategies are called by those who watch them."""

from __future__ import annotations

from clew.search.strategy import options, parse_strategy, strategies


def test_every_strategy_and_option_reads_well() -> None:
    """What a viewer reads is no spelling: each has a title, and each word of a choice a wording."""
    titles = [kind.title for kind in strategies().values()]
    assert len(set(titles)) == len(titles)
    for kind in strategies().values():
        assert kind.title[0].isupper(), kind.name
        for option, (_, choices) in options(kind).items():
            for word in choices:
                assert f"{option}={word}" in kind.reads, (kind.name, option, word)


def test_the_options_that_differ_are_told() -> None:
    plain = parse_strategy("backtracking:select=first,infer=none")
    assert plain.called == "Backtracking, the first variable in order, no inference"
    assert parse_strategy("depth-limited:limit=7").called == "Depth-limited search, limit 7"
    assert parse_strategy("a-star").called == "A* search"
