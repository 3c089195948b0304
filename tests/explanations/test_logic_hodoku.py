"""The score and the level of HoDoKu: known ratings, and no step that is wrong.

`CLEW_RATED` names a file of rated puzzles (columns puzzle, hodoku_level, hodoku_score) to check
them all instead of the sample.
"""

import csv
import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from clew.explanations.techniques import hodoku
from clew.explanations.techniques.basics import Agenda
from clew.explanations.techniques.position import BOX, COLUMN, ROW, Position, ordered
from clew.explanations.techniques.scale import BOXES
from clew.puzzles.sudoku.puzzle import Sudoku
from clew.search.run import solve
from tests.paths import DATA

SAMPLE = DATA / "sudoku_hodoku.csv"


@cache
def rated() -> tuple[tuple[str, str, int], ...]:
    """Puzzles with the level and the score that HoDoKu gives them."""
    if name := os.environ.get("CLEW_RATED"):
        rows = csv.DictReader(Path(name).read_text().splitlines())
        return tuple(
            (row["puzzle"], row["hodoku_level"].lower(), int(row["hodoku_score"]))
            for row in rows
            if row["hodoku_level"]
        )
    rows = csv.DictReader(SAMPLE.read_text().splitlines())
    return tuple((row["puzzle"], row["level"], int(row["score"])) for row in rows)


def position(text: str) -> Position:
    return Position.of(Sudoku.parse(text).csp(), 9)


@cache
def rating(text: str) -> hodoku.Score:
    return hodoku.score(position(text))


@cache
def solution(text: str) -> tuple[int, ...]:
    answer = solve(Sudoku.parse(text)).solutions[0]
    return tuple(answer)


def test_levels_are_those_of_hodoku() -> None:
    wrong = [(text, level) for text, level, _ in rated() if rating(text).level != level]
    assert len(wrong) <= 0.01 * len(rated()), wrong


def test_scores_are_those_of_hodoku() -> None:
    right = sum(rating(text).score == score for text, _, score in rated())
    assert right >= 0.93 * len(rated())


def test_scores_of_easy_puzzles_are_exactly_those_of_hodoku() -> None:
    easy = [(text, score) for text, level, score in rated() if level == "easy"]
    assert [rating(text).score for text, _ in easy] == [score for _, score in easy]


def test_no_step_is_wrong() -> None:
    for text, _, _ in rated():
        answer = solution(text)
        for step in rating(text).steps:
            assert step.placements or step.eliminations, (text, step)
            assert all(answer[cell] == value for cell, value in step.placements), (text, step)
            assert all(answer[cell] != value for cell, value in step.eliminations), (text, step)


def test_every_solution_is_whole_and_every_step_changes_something() -> None:
    for text, _, _ in rated():
        now = position(text)
        for step in rating(text).steps:
            assert all(now.candidates[cell] >> value & 1 for cell, value in step.placements)
            assert all(now.candidates[cell] >> value & 1 for cell, value in step.eliminations)
            now.apply(step)
        assert now.solved
        assert tuple(now.value) == solution(text)


def test_the_score_is_the_sum_of_the_steps_and_the_position_is_kept() -> None:
    text, level, score = rated()[0]
    before = position(text)
    found = hodoku.score(before)
    assert found == (level, score, found.steps)
    assert score == sum(hodoku.TECHNIQUES[step.technique].score for step in found.steps)
    assert before.candidates == position(text).candidates
    assert before.open == position(text).open


PATTERNS = [each for each in hodoku.LADDER if each.score <= 180 and each.level != hodoku.EASY]


@pytest.mark.parametrize("technique", PATTERNS, ids=lambda each: each.name)
def test_all_steps_of_a_technique_are_right_and_not_only_the_first(
    technique: hodoku.Technique,
) -> None:
    for text, _, _ in rated()[25:140:6]:
        now = Agenda(position(text))
        for taken in rating(text).steps:
            if taken.eliminations:
                for step in technique.find(now):
                    answer = solution(text)
                    assert all(answer[cell] != value for cell, value in step.eliminations), step
            now.apply(taken)


HARDEST = [each for each in hodoku.LADDER if 180 < each.score < 500]


@pytest.mark.parametrize("technique", HARDEST, ids=lambda each: each.name)
def test_all_steps_of_the_hardest_techniques_are_right(technique: hodoku.Technique) -> None:
    for text, _, _ in rated()[125:140:7]:
        now, answer = Agenda(position(text)), solution(text)
        for taken in rating(text).steps:
            if hodoku.TECHNIQUES[taken.technique].score > 150:
                for step in technique.find(now):
                    assert all(answer[cell] != value for cell, value in step.eliminations), step
            now.apply(taken)


def test_the_agenda_gives_the_oldest_single_and_leaves_out_what_is_filled() -> None:
    now = Agenda(position("12345678." + "." * 72))
    (single,) = {step.placements for step in now.full_houses()}
    assert single == ((8, 9),)
    now.apply(next(iter(now.full_houses())))
    assert not list(now.full_houses())
    assert not list(now.naked_singles())
    assert not list(now.hidden_singles())


def test_houses_in_another_order_are_the_same_houses() -> None:
    layout = position("." * 81).layout
    other = ordered(layout, (ROW, BOX, COLUMN))
    assert set(other.houses) == set(layout.houses)
    assert [house.kind for house in other.houses[::9]] == [ROW, BOX, COLUMN]
    assert other.peers == layout.peers


def test_uniqueness_can_be_switched_off() -> None:
    text = next(
        text
        for text, _, _ in rated()
        if any("unique" in step.technique for step in rating(text).steps)
    )
    without = hodoku.score(position(text), uniqueness=False)
    words = ("unique", "rectangle 1", "rectangle 2", "hidden rectangle", "grave")
    assert not any(word in step.technique for step in without.steps for word in words)
    assert without.steps[-1].placements


def test_the_sample_shows_most_techniques() -> None:
    seen = Counter(step.technique for text, _, _ in rated() for step in rating(text).steps)
    assert len(seen) >= 30
    assert set(seen) <= set(hodoku.TECHNIQUES)


def test_brute_force_is_the_last_resort_and_right() -> None:
    text = rated()[-1][0]
    (step,) = hodoku.brute_force(position(text))
    ((cell, value),) = step.placements
    assert solution(text)[cell] == value


def test_a_puzzle_without_solution_ends_without_one() -> None:
    found = hodoku.score(position("12345678........9" + "." * 64))
    assert not found.steps


@pytest.mark.parametrize(
    ("score", "level"),
    [(800, "easy"), (801, "medium"), (1001, "hard"), (1601, "unfair"), (1801, "extreme")],
)
def test_a_high_score_raises_the_level(score: int, level: str) -> None:
    assert hodoku._level([], score) == level


def test_the_other_ladder_still_solves_what_is_easy() -> None:
    now = position(rated()[0][0])
    list(BOXES.climb(now))
    assert now.solved
