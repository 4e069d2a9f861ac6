# SPDX-License-Identifier: MIT
"""The types of gi.repository.NearConnect that the wheel carries, compared with what PyGObject makes of the typelib."""

import ast
import re
from pathlib import Path
from typing import Any

import gi
import near_connect
import pytest

gi.require_version("Gtk", "3.0")
gi.require_version("NearConnect", "1")
from gi.repository import GLib, GObject, NearConnect

STUB = Path(near_connect.__file__).parents[1] / "gi-stubs" / "repository" / "NearConnect.pyi"
TREE = ast.parse(STUB.read_text(encoding="utf-8"))
CLASSES = {node.name: node for node in TREE.body if isinstance(node, ast.ClassDef)}
OBJECTS = {name: node for name, node in CLASSES.items() if ast.unparse(node.bases[0]) != "GObject.GEnum"}
Parameters = list[tuple[str, bool]]


def functions(node: ast.ClassDef | ast.Module) -> dict[str, ast.FunctionDef]:
    """The functions by name: of overloads the one of an operation without a callback."""
    return {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}


def in_the_stub(function: ast.FunctionDef) -> Parameters:
    """The parameters of a function, and whether each may be left out."""
    names = [argument.arg for argument in function.args.args]
    required = len(names) - len(function.args.defaults)
    found = [(name, index >= required) for index, name in enumerate(names)]
    return [part for part in found if part[0] not in ("self", "cls")]


def in_the_typelib(function: Any) -> Parameters:
    """The same, from PyGObject's description: a default counts where no parameter behind has none."""
    described = re.search(r"\((.*?)\)", function.__doc__)
    assert described is not None
    found: Parameters = []
    for word in reversed(described[1].split(", ") if described[1] else []):
        name = re.split("[:=]", word)[0]
        if name not in ("self", "user_data"):
            found.append((name, word.endswith("=None") and all(left_out for _, left_out in found)))
    return found[::-1]


def test_the_names_are_the_librarys() -> None:
    public = {name for name in dir(NearConnect) if not name.startswith("_") and not name.endswith("Class")}
    # PyGObject has what belongs to errors twice.
    assert public - {"error_quark", "error_get_details"} == CLASSES.keys() | functions(TREE).keys()
    for name, function in functions(TREE).items():
        assert in_the_stub(function) == in_the_typelib(getattr(NearConnect, name)), name


@pytest.mark.parametrize("name", OBJECTS)
def test_a_class_has_the_same_methods(name: str) -> None:
    class_ = getattr(NearConnect, name)
    stub = functions(CLASSES[name])
    own = {method for method, value in vars(class_).items() if not method.startswith("_") and callable(value)}
    assert own == stub.keys() - {"__init__", "props", "connect"}
    for method in own:
        assert in_the_stub(stub[method]) == in_the_typelib(getattr(class_, method)), method


@pytest.mark.parametrize("name", OBJECTS)
def test_a_class_has_the_same_properties_and_signals(name: str) -> None:
    class_, node = getattr(NearConnect, name), CLASSES[name]
    specs = [spec for spec in class_.list_properties() if spec.owner_type == class_.__gtype__]
    props = next(part for part in node.body if isinstance(part, ast.ClassDef))
    written = {ast.unparse(part.target) for part in props.body if isinstance(part, ast.AnnAssign)}
    fixed = functions(props).keys()
    settled = GObject.ParamFlags.CONSTRUCT_ONLY
    assert written | fixed == {spec.name.replace("-", "_") for spec in specs}
    assert written == {
        spec.name.replace("-", "_") for spec in specs
        if spec.flags & GObject.ParamFlags.WRITABLE and not spec.flags & settled}
    keywords = {argument.arg for argument in functions(node)["__init__"].args.kwonlyargs}
    assert keywords == {spec.name.replace("-", "_") for spec in specs if spec.flags & GObject.ParamFlags.WRITABLE}
    signals = set(re.findall(r"Literal\['([a-z-]+)'\]", ast.unparse(node)))
    assert signals == set(GObject.signal_list_names(class_))


def look_at(each: Any) -> int:
    """Calls the getters of an object that have a value by their types, and returns how many these are."""
    class_ = CLASSES[type(each).__name__]
    names = [
        name for name, function in functions(class_).items()
        if name.startswith("get_") and not in_the_stub(function) and "None" not in ast.unparse(function.returns)]
    for name in names:
        assert getattr(each, name)() is not None, f"{class_.name}.{name}"
    return len(names)


def test_what_has_a_value_by_its_type_has_one() -> None:
    # As bindings make them, with nothing said, and with NULL for what was left out.
    made = [
        NearConnect.Manager(ephemeral=True), NearConnect.Manager(ephemeral=True, network=None, profile=None),
        NearConnect.Manager(network="nowhere"), NearConnect.Widget(), NearConnect.Dialog(), NearConnect.Button(),
        NearConnect.Transaction.new("bob.near"),
    ]
    assert sum(map(look_at, made)) >= len(made)


def test_results_have_what_their_types_say(chain: Any) -> None:
    manager = NearConnect.Manager(
        network="devnet", rpc_url=chain.rpc_url, credentials=chain.credentials, ephemeral=True)
    requests: list[NearConnect.ApprovalRequest] = []
    manager.connect("approval-requested", lambda _, request: requests.append(request) or request.allow(None))

    def result(name: str, *arguments: Any) -> Any:
        ended: list[Any] = []
        getattr(manager, f"{name}_async")(*arguments, None, lambda _, result: ended.append(result))
        while not ended:
            GLib.MainContext.default().iteration(True)
        return getattr(manager, f"{name}_finish")(ended[0])

    transfer = NearConnect.Transaction.new("bob.test.near")
    transfer.add_transfer("1")
    results = [
        result("sign_in", "near-connect-keystore"), *result("list_wallets"),
        result("sign_message", "hi", "shop.example", None), result("send_near", "bob.test.near", "1"),
        *map(NearConnect.SignedDelegateAction.new_from_base64, result("sign_delegate_actions", [transfer])),
        *result("history"), *requests,
    ]
    manager.close()
    kinds = {"Account", "ApprovalRequest", "JournalEntry", "Outcome", "SignedDelegateAction", "SignedMessage", "Wallet"}
    assert {type(each).__name__ for each in results} == kinds
    assert all(look_at(each) > 0 for each in results)


@pytest.mark.parametrize("name", CLASSES.keys() - OBJECTS.keys())
def test_an_enumeration_has_the_same_values(name: str) -> None:
    members = {
        ast.unparse(part.targets[0]): ast.literal_eval(part.value)
        for part in CLASSES[name].body if isinstance(part, ast.Assign)}
    enumeration = getattr(NearConnect, name)
    assert members == {
        member: int(value) for member, value in vars(enumeration).items() if isinstance(value, enumeration)}
