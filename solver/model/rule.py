"""What `declare type`, `declare mechanism` and `declare condition` say, as it was written."""

from typing import Union

import msgspec

At = tuple[int, int]
"""Line and column of a word in the text of its declaration."""
NOWHERE: At = (0, 0)


class Element(msgspec.Struct, frozen=True, array_like=True, tag_field="node", tag=True):
    """A part of a declaration that is kept with the name of its class."""


class Word(Element, frozen=True):
    """One word: a name, a number or a square."""

    text: str
    at: At = NOWHERE


class Series(Element, frozen=True):
    """Words that follow each other: squares, walks."""

    words: tuple[Word, ...]


class Argument(Element, frozen=True):
    """What stands in the brackets of a call; name: None where it has none."""

    name: Word | None
    value: "Node"


class Call(Element, frozen=True):
    """A word with arguments in brackets."""

    word: Word
    arguments: tuple[Argument, ...] = ()


class Negated(Element, frozen=True):
    """`not` something."""

    operand: "Node"


class Both(Element, frozen=True):
    """Parts that must all hold."""

    parts: tuple["Node", ...]


class Either(Element, frozen=True):
    """Parts of which one must hold."""

    parts: tuple["Node", ...]


class Items(Element, frozen=True):
    """A list in square brackets."""

    values: tuple["Node", ...]


class Arrows(Element, frozen=True):
    """What becomes what."""

    pairs: tuple[tuple[Word, Word], ...]


class Given(Element, frozen=True):
    """Stands for what a parameter will be, where a declaration is checked before it is used."""

    type: "Type"
    optional: bool
    at: At


Node = Union[Word, Series, Call, Negated, Both, Either, Items, Arrows, Given]


class TypeName(Element, frozen=True):
    """A type by its name, or a word that may stand as it is."""

    word: Word


class TypeCall(Element, frozen=True):
    """A word with values of these types in brackets; without a name their order counts."""

    word: Word
    parts: tuple["Parameter", ...]


class ListOf(Element, frozen=True):
    """A list of values of one type."""

    item: "Type"


class OneOf(Element, frozen=True):
    """A value of one of these types."""

    choices: tuple["Type", ...]


Type = Union[TypeName, TypeCall, ListOf, OneOf]


class Parameter(msgspec.Struct, frozen=True, array_like=True):
    """name: None where the order counts.  optional: it may be absent."""

    name: Word | None
    type: Type
    optional: bool = False
    default: Node | None = None


class TypeDeclaration(msgspec.Struct, frozen=True, array_like=True, tag_field="node", tag=True):
    """A name for a type."""

    name: str
    type: Type
    at: At = NOWHERE


class MechanismDeclaration(
    msgspec.Struct, frozen=True, array_like=True, tag_field="node", tag=True
):
    """A rule that the engine knows, and what it takes.  means: a sentence for people."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    means: str = ""
    at: At = NOWHERE


class RuleCall(Element, frozen=True):
    """A mechanism with its parameters.

    side: the side for whose moves it holds; stage: when it acts; reason: what output calls it.
    """

    call: Call
    side: Word | None = None
    stage: Word | None = None
    reason: str = ""


class BuiltOn(Element, frozen=True):
    """Another condition, with variants and parameters."""

    call: Call


class Replaces(Element, frozen=True):
    """A walk that is exchanged for another one: in the array, and in the diagram as well or not."""

    old: Word
    new: Word
    diagram: bool = True


class Gives(Element, frozen=True):
    """An attribute that men of the diagram have."""

    attribute: Word
    men: Node


class Change(Element, frozen=True):
    """Another value for a parameter of the rules so far; in it the name is the value so far."""

    name: Word
    value: Node


Step = Union[RuleCall, BuiltOn, Replaces, Gives, Change]


class VariantDeclaration(msgspec.Struct, frozen=True, array_like=True):
    """A change of a condition that a word behind its name brings."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    steps: tuple[Step, ...] = ()
    means: str = ""
    at: At = NOWHERE


class ConditionDeclaration(
    msgspec.Struct, frozen=True, array_like=True, tag_field="node", tag=True
):
    """A condition: a sum of rules and of other conditions.

    name: as written.  names: by language.  means: the rule in words.  source: where the definition
    was taken from.
    """

    name: str
    parameters: tuple[Parameter, ...] = ()
    steps: tuple[Step, ...] = ()
    variants: tuple[VariantDeclaration, ...] = ()
    means: str = ""
    source: str = ""
    names: dict[str, str] = {}
    at: At = NOWHERE


Declaration = Union[TypeDeclaration, MechanismDeclaration, ConditionDeclaration]
