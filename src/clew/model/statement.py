"""What a stated problem means: its CSP, its answers by name, and which of them is best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import methodcaller
from pathlib import Path
from typing import Any, ClassVar, Self

from clew.core.errors import Stopped
from clew.core.faces import CSP, Faces
from clew.model.checking import Check, checker
from clew.model.compiling import Compiler
from clew.model.encoding import Encoding
from clew.model.expressions import Expression, LinearExpression, Rule, Variable
from clew.model.own import ModelError, Own, check_name
from clew.model.stated import Answer, Stated
from clew.model.unused import report_once

FEW_ANSWERS = 20
"""So many are checked before code is made for it."""


class Compiled:
    """What is made of the rules, for as long as there are no more of them."""

    def __init__(self, known: Mapping[str, Variable], stated: Sequence[Stated]) -> None:
        self.size = len(known), len(stated)
        self.variables, self.rules = tuple(known.values()), [each.rule for each in stated]
        compiler = Compiler(self.variables)
        for each in stated:
            try:
                compiler.add(each.rule, each.label)
            except Stopped:
                raise
            except Exception as error:
                raise _misstated(each, error) from error
        self.csp, self.encoding = compiler.csp()
        self._answers_checked = 0
        self._checker: Check | None = None

    def check(self, values: Sequence[Any]) -> list[bool]:
        """Whether each rule holds; after some answers by code that is made for it."""
        self._answers_checked += 1
        if self._answers_checked <= FEW_ANSWERS:
            of = dict(zip(self.variables, values, strict=True))
            return [bool(rule.value(of)) for rule in self.rules]
        if self._checker is None:
            self._checker = checker(self.variables, self.rules)
        return self._checker(values)


class Statement(Own[Answer]):
    """Variables and rules that were stated."""

    faces: ClassVar[Faces] = Faces({CSP: methodcaller("csp")})
    show: Callable[[Answer], str] | None = None
    objective: LinearExpression | None = None
    sign: int = 1
    _compiled: Compiled | None = None

    def __init__(self, name: str, title: str = "", summary: str = "") -> None:
        self.known: dict[str, Variable]
        self.stated: list[Stated]
        self._built: dict[Rule, list[Stated]]
        """The rules stated by the methods that built them, until they're part of another."""
        self._places: dict[Expression, Rule]
        """For each element that no rule uses yet, the rule that its index is a place."""
        check_name(name)
        vars(self).update(name=name, title=title, known={}, stated=[], _built={}, _places={})
        if summary:
            self.summary = summary  # type: ignore[misc]

    def __repr__(self) -> str:
        rules = f"{len(self.known)} variables, {len(self.stated)} rules"
        return f"<{type(self).__name__} {self.name}: {rules}>"

    def _copy(self, stated: Sequence[Stated] | None = None) -> Self:
        made = object.__new__(type(self))
        rules = list(self.stated if stated is None else stated)
        own = {"known": dict(self.known), "_built": dict(self._built), "_compiled": None}
        vars(made).update(vars(self), stated=rules, **own)
        vars(made).pop("stated_as", None)
        return made

    def _made(self) -> Compiled:
        """What the rules are compiled to; made again if there are more."""
        made = self._compiled
        if made is None or made.size != (len(self.known), len(self.stated)):
            if not self.known:
                raise ModelError(f"{self.name}: found no variables, expected at least one")
            report_once({each.origin[0] for each in self.stated})
            made = self._compiled = Compiled(self.known, self.stated)
        return made

    def compiled(self) -> tuple[CSP, Encoding]:
        """The rules as a CSP, and what its numbers stand for."""
        made = self._made()
        return made.csp, made.encoding

    def csp(self) -> CSP:
        return self._made().csp

    def translate(self, face: type, found: Any) -> Any:
        values = self._made().encoding.values
        return Answer(
            [
                (name, variable.choices[values[code]])
                for (name, variable), code in zip(self.known.items(), found, strict=False)
                if code is not None
            ]
        )

    def check(self, answer: Mapping[str, Any], /) -> list[str]:
        if missing := [name for name in self.known if name not in answer]:
            return [f"{missing[0]} has no value"]
        found = [answer[name] for name in self.known]
        pairs = zip(self.known.values(), found, strict=True)
        if wrong := [x for x, value in pairs if value not in x.values]:
            return [f"{x.name} is {answer[x.name]!r}" for x in wrong]
        held = zip(self.stated, self._made().check(found), strict=True)
        return [each.label for each, holds in held if not holds]

    def values_of(self, answer: Mapping[str, Any]) -> dict[Variable, Any]:
        """The values of an answer by variable."""
        return {variable: answer[name] for name, variable in self.known.items()}

    # ------------------------------------------------------------ the best answer

    def objective_of(self, answer: Mapping[str, Any], /) -> int:
        """The value of what is minimised or maximised."""
        assert self.objective is not None
        return self.objective.value(self.values_of(answer))

    def price(self, answer: Mapping[str, Any], /) -> int | None:
        return None if self.objective is None else self.objective_of(answer)

    def cost(self, answer: Mapping[str, Any], /) -> int:
        return self.sign * self.objective_of(answer)

    def as_cheap(self, cost: int, /) -> Self:
        assert self.objective is not None
        rule = self.objective * self.sign <= cost
        return self._copy([*self.stated, Stated(rule, "a better answer")])

    def cost_terms(self) -> list[tuple[list[int], Callable[[Sequence[int]], int]]]:
        assert self.objective is not None
        values = self.compiled()[1].values
        added: dict[tuple[Variable, ...], dict[Expression, int]] = {}
        for part, times in self.objective.terms.items():
            added.setdefault(part.variables(), {})[part] = times

        def weight(scope: Sequence[Variable], term: LinearExpression) -> Callable[..., int]:
            return lambda codes: (
                self.sign
                * term.value({x: values[code] for x, code in zip(scope, codes, strict=True)})
            )

        return [
            ([x.index for x in scope], weight(scope, LinearExpression(parts, 0)))
            for scope, parts in added.items()
        ]

    def codes(self, answer: Mapping[str, Any], /) -> list[int]:
        code = self.compiled()[1].code
        return [code[value] for value in self.values_of(answer).values()]

    def tell(self, answer: Mapping[str, Any], /) -> str:
        if self.objective is None:
            return ""
        return f"{self.objective}: {self.objective_of(answer)}"


def _misstated(each: Stated, error: Exception) -> ModelError:
    file, line = each.place
    said = f"raised {type(error).__name__}: {error}"
    if isinstance(error, ModelError):
        said = str(error)
    return ModelError(f"{Path(file).name}:{line}: the rule {each.label} {said}")
