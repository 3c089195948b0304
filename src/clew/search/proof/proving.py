"""The strategy that searches a pseudo-Boolean model, and the code that logs its proof."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from clew.core.capabilities import CellByCell, HasObjective, HasWords, capability
from clew.core.errors import Unsuited
from clew.core.events import Event, Kind, Watcher
from clew.core.faces import CSP, Assignment
from clew.core.grid import cell_name
from clew.core.puzzle import Puzzle
from clew.core.result import Run
from clew.rules.target import Term
from clew.search.csp.rulebook import BookRule, Given, Rulebook, rulebook_of
from clew.search.native import answers
from clew.search.proof.lemmas import Lemmas, lemmas_of
from clew.search.proof.pseudo_boolean import ProofModel, encode
from clew.search.proof.py_prover import Prover
from clew.search.run import Search
from clew.search.strategy import Strategy

Log = Callable[[bytes], object]
Name = Callable[[int], str]
Found = tuple[int, ...]
LARGEST = 1 << 40
"""The largest bound of a sum that the kernel reads (native/proof/prover.hpp)."""


@dataclass(frozen=True)
class PseudoBoolean(Strategy):
    """Learn clauses over a pseudo-Boolean model of the rules. It can write a proof."""

    name: ClassVar[str] = "pseudo-boolean"
    title: ClassVar[str] = "Learning over sums"
    summary: ClassVar[str] = "Learn clauses over sums of 0 and 1, as `--proof` does."
    face: ClassVar[type] = CSP
    pseudocode: ClassVar[str | None] = ""

    def __call__(self, csp: CSP, run: Run) -> Iterator[Assignment]:
        run.pause()
        yield from search(encode(csp, "v{}".format, str), run, lambda log: None)


def proof_model(puzzle: Puzzle, only: Collection[str] = ()) -> ProofModel:
    """Return a puzzle's rules as a pseudo-Boolean model that uses the puzzle's own names.

    With `only`, the model has only these rules and givens.
    """
    if CSP not in puzzle.faces:
        raise Unsuited(f"{puzzle.name}: a proof needs constraints, and this puzzle has none")
    own = capability(puzzle, HasWords)
    grid = capability(puzzle, CellByCell)
    if own is not None:
        words = own.words()
        name, value = words.variable, words.value
    elif grid is not None:
        width = grid.width
        name, value = (lambda x: cell_name(x, width)), str
    else:
        name, value = (lambda x: f"v{x + 1}"), str
    if only:
        return _some_rules(rulebook_of(puzzle), only, name, value)
    wanted = None if puzzle.objective is None else capability(puzzle, HasObjective)
    return encode(puzzle.csp(), name, value, None if wanted is None else wanted.cost_terms())


def rule_name(rule: BookRule | Given) -> str:
    """Return a rule's name in a proof, on one line."""
    return " ".join(str(rule).split())


def _some_rules(book: Rulebook, only: Collection[str], name: Name, value: Name) -> ProofModel:
    domains = list(book.domains)
    for given in book.givens:
        if rule_name(given) in only:
            domains[given.variable] &= given.mask
    rules = (rule.constraints for rule in book.rules if rule_name(rule) in only)
    own = {code: ours for ours, code in book.code.items()}
    return encode(
        CSP(tuple(domains), tuple(chain.from_iterable(rules))),
        lambda x: name(x) if x < book.shown else f"part {x + 1}",
        lambda v: value(own.get(v, v)),
    )


def search(model: ProofModel, run: Run, log: Log) -> Iterator[Assignment]:
    """Yield the solutions of a model, and log them and all learned clauses."""
    values = {y: (x, v) for x, domain in enumerate(model.answer) for v, y in domain}
    kernel = Prover(*told(model))

    def step(kernel: Any, stats: Any) -> None:
        log(kernel.log())
        stats.backtracks = kernel.backtracks
        stats.deepest = max(stats.deepest, kernel.deepest)

    log(kernel.log())
    for found in answers(kernel, run, step, batch=1, tell=_tell):
        answer = [0] * len(model.answer)
        for literal in found:
            x, v = values[literal]
            answer[x] = v
        yield tuple(answer)


def _tell(found: Found, trace: Watcher) -> None:
    trace(Event(Kind.ANSWER, len(found)))


def told(model: ProofModel) -> tuple[list[str], bytes, bytes, list[str], bytes, int]:
    """Return what the kernel reads of a model (native/proof/prover.hpp)."""
    more = lemmas_of(model)
    sums, width = flat(model).tobytes(), len(model.answer)
    return more.names, sums, derived(more).tobytes(), more.texts, groups(model), width


def derived(more: Lemmas) -> array[int]:
    """Return the sums of lemmas as numbers, each followed by the number of its lemma."""
    out = array("q")
    for each, lemma in more.sums:
        _put(out, each.terms, each.bound)
        out.append(lemma)
    return out


def flat(model: ProofModel) -> array[int]:
    """Return constraints as numbers: for each, its term count, bound, factors and literals."""
    out = array("q")
    for each, label in zip(model.constraints, model.labels, strict=True):
        if each.bound > LARGEST:  # and no factor is above the bound
            raise Unsuited(f"{label}: {each.bound:,} is too large for a proof, which can have sums "
                           f"up to {LARGEST:,}")  # fmt: skip
        _put(out, each.terms, each.bound)
    return out


def groups(model: ProofModel) -> bytes:
    """Return groups of 0-1 variables. In each group, exactly one variable is true.

    A group represents the possible values of one variable, or the possible places of one value.
    """
    out = array("q")
    for domain in model.answer:
        out.extend((len(domain), *(literal for _, literal in domain)))
    for _, _, taken in model.permutations:
        for literals in taken:
            out.extend((len(literals), *literals))
    return out.tobytes()


def _put(out: array[int], terms: Sequence[Term], bound: int) -> None:
    out.extend((len(terms), bound, *chain.from_iterable(terms)))


# ------------------------------------------------------------------ the best answer


def log_best_answer(puzzle: Puzzle, model: ProofModel, done: Search[Any], log: Log) -> None:
    """Log the proof of a completed search for the best solution.

    Raises:
        Stopped: The search's remaining nodes or time run out.
    """
    wanted = capability(puzzle, HasObjective)
    if done.run.max_solutions != 1:
        raise Unsuited(f"{puzzle.name}: a proof of the best answer covers only one solution")
    run, count = done.run.rest(), len(model.constraints)
    if not done.solutions or wanted is None:
        _refute(model, run, log)
        return
    codes = wanted.codes(done.solutions[0])
    known = (dict(domain)[v] for domain, v in zip(model.answer, codes, strict=False))
    found = next(search(model.holding(known), run, lambda text: None))
    lines, cheaper = answer_and_cheaper(model, found, count + 1)
    size = b"\nf %d\n" % (count + 1)  # the last constraint comes from the answer
    answer = b"\nf %d\n%s\n" % (count, "\n".join(lines).encode())
    _refute(cheaper, run, lambda text: log(text.replace(size, answer, 1)))


def _refute(model: ProofModel, run: Run, log: Log) -> None:
    """Log why a model has no solution."""
    for _ in search(model, run, log):
        raise AssertionError("found a better answer than the best")


def answer_and_cheaper(
    model: ProofModel, answer: Sequence[int], number: int
) -> tuple[list[str], ProofModel]:
    """Return the lines that log a solution, and the model of all solutions that cost less.

    The first line contains every literal that the cost depends on. The second states the bound that
    follows from the solution, so that a checker also checks its cost. `number` is the bound's.
    """
    literals = [
        literal if v == value else -literal
        for domain, value in zip(model.answer, answer, strict=True)
        for v, literal in domain
    ]
    held = set(literals)
    for y, ways in model.defined.items():
        literals.append(y if any(map(held.issuperset, ways)) else -y)
    terms, bound = model.better_than(literals)
    sum_of = "".join(f"{factor} {model.literal(x)} " for factor, x in terms)
    shown = f"o {' '.join(map(model.literal, literals))}"
    return [shown, f"e {number} {sum_of}>= {bound} ;"], model.cheaper_than(literals)
