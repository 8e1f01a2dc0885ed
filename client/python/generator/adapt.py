"""Makes the core of `sarraf` from what openapi-python-client wrote: for Python 3.9, without its clients, one method an operation."""

import ast
import re
import sys
from pathlib import Path

core, errors = Path(sys.argv[1]), Path(sys.argv[2])
FUTURE = "from __future__ import annotations\n"
TYPES = '''"""What stands for a value that is not given, a file, and times."""

from __future__ import annotations

import datetime
import re
from typing import BinaryIO, Literal, Optional, Union

from attrs import define


class Unset:
    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"

    def __reduce__(self) -> str:
        return "UNSET"


UNSET = Unset()
FileTypes = tuple[Optional[str], BinaryIO, Optional[str]]


@define
class File:
    payload: BinaryIO
    file_name: Optional[str] = None
    mime_type: Optional[str] = None


def time_of(text: str) -> datetime.datetime:
    """Python before 3.11 knows no `Z`, and no fraction but of 3 or 6 digits."""
    text = re.sub(r"\\.(\\d+)", lambda found: "." + found[1].ljust(6, "0")[:6], text)
    return datetime.datetime.fromisoformat(re.sub(r"[Zz]$", "+00:00", text))


def text_of(time: datetime.datetime) -> str:
    """A time without a zone is one of this computer's zone."""
    return (time if time.tzinfo is not None else time.astimezone()).isoformat()
'''


class ForOldPython(ast.NodeTransformer):
    """Types within `cast` stay texts, and times are read and written by functions of ours."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = ast.unparse(node.func)
        if called == "cast" and not isinstance(node.args[0], ast.Constant):
            node.args[0] = ast.Constant(ast.unparse(node.args[0]))
        if called == "datetime.datetime.fromisoformat":
            node.func = ast.Name("time_of")
        return node


def adapted(tree: ast.Module) -> str:
    text = ast.unparse(ForOldPython().visit(tree))
    imported = "from ..types import UNSET, Unset"
    text = text.replace(imported, f"{imported}, text_of, time_of", 1)
    return FUTURE + text.replace(FUTURE, "") + "\n"


def model(path: Path) -> None:
    text = path.read_text()
    # A value that the API has learned since is no error; one of a single value tells variants apart.
    values = re.search(r"_VALUES: set\[\w+\] = \{(.*)\}", text)
    if values and values[1].count(",") > 1:
        text = re.sub(r"-> (\w+):\n    if value in .*\n.*\n    raise TypeError.*", r"-> \1:\n    return cast(\1, value)", text)
        text = "from typing import cast\n" + text
    # Times are written with their zone: what is a date has no time zone.
    text = re.sub(r"isinstance\((self\.\w+), datetime\.datetime\):\n(\s+\w+ = )\1\.isoformat\(\)", r"isinstance(\1, datetime.datetime):\n\2text_of(\1)", text)
    path.write_text(adapted(ast.parse(text)))


def endpoint(path: Path) -> str:
    """Leaves how to ask and how to read the answer; gives the methods."""
    text = re.sub(r"\b(json_)?filter(?=[a-z])(?!\w*\()", r"\1filter_", path.read_text())
    text = re.sub(r"(filter_\w+)\.isoformat\(\)", r"text_of(\1)", text)
    tree = ast.parse(text.replace("from ...types import Response, UNSET\n", "").replace("from ...types import UNSET, Unset", "from ...types import UNSET, Unset, text_of"))
    functions = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    tree.body = [
        node
        for node in tree.body
        if not (isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name not in ("_get_kwargs", "_parse_response"))
        and not (isinstance(node, ast.ImportFrom) and node.module in ("client", "models.error", None, ""))
    ]
    parse = functions["_parse_response"]
    successes = [node for node in parse.body if isinstance(node, ast.If) and "response.status_code == 2" in ast.unparse(node.test)]
    # Whatever is no success never comes here.
    parse.body = [*successes[:-1], *successes[-1].body]
    parse.args.kwonlyargs, parse.args.kw_defaults = [], []
    parse.args.args = [ast.arg("response", ast.Attribute(ast.Name("httpx"), "Response"))]
    answer = " | ".join(name for name in ast.unparse(parse.returns).split(" | ") if name not in ("Error", "None"))
    parse.returns = ast.Name(answer)
    path.write_text(adapted(tree))
    return methods(path.stem, functions["sync"], answer)


def methods(name: str, sync: ast.FunctionDef, answer: str) -> str:
    args = sync.args
    keywords = [(arg, default) for arg, default in zip(args.kwonlyargs, args.kw_defaults) if arg.arg not in ("client", "x_request_id")]
    leading = [arg.arg for arg in args.args] + [arg.arg for arg, _ in keywords if arg.arg == "body"]
    every = {arg.arg: ast.unparse(arg.annotation) for arg in [*args.args, *args.kwonlyargs] if arg.annotation}
    rest = [f"{arg.arg}: {every[arg.arg]}" + (f" = {ast.unparse(default)}" if default else "") for arg, default in keywords if arg.arg != "body"]
    signature = ", ".join(["self", *(f"{arg}: {every[arg]}" for arg in leading), *(["*"] if rest else []), *rest])
    given = [arg if arg in [a.arg for a in args.args] else f"{arg}={arg}" for arg in leading]
    given += [f"{arg.arg}={'key_of(idempotency_key)' if arg.arg == 'idempotency_key' else arg.arg}" for arg, _ in keywords if arg.arg != "body"]
    said = "\n        ".join(line.strip() for line in (ast.get_docstring(sync) or "").split("\n\nRaises")[0].split("\n") if "x_request_id" not in line)
    call = f"self._call({name}._get_kwargs({', '.join(given)}), {name}._parse_response)"
    return (
        f"    DEF {name}({signature}) -> {answer}:\n"
        f'        """{said}\n        """\n'
        f"        return AWAIT{call}\n"
    )


for path in sorted(core.glob("models/*.py")):
    if path.stem != "__init__":
        model(path)
modules, found = [], []
for path in sorted(core.glob("api/*/*.py")):
    if path.stem != "__init__":
        found.append(endpoint(path))
        modules.append(f"from .api.{path.parent.name} import {path.stem}")
(core / "types.py").write_text(TYPES)
for name in ("client", "errors", "models/error"):
    (core / f"{name}.py").unlink()
index = core / "models/__init__.py"
index.write_text(re.sub(r'from \.error import Error\n|    "Error",\n', "", index.read_text()))
(core / "__init__.py").write_text('"""Written by `npm run generate:python`."""\n')

HEAD = f'''"""Every operation of the API, as methods."""

{FUTURE}
import datetime
import uuid
from typing import Any, Callable, TypeVar

import httpx

from .models import *
from .types import UNSET, File, Unset
{chr(10).join(modules)}

Answer = TypeVar("Answer")


def key_of(given: str | Unset) -> str:
    """With the same key a creation that is repeated is done once."""
    return str(uuid.uuid4()) if isinstance(given, Unset) else given

'''
CLASS = '''
class KIND:
    DEF _call(self, kwargs: dict[str, Any], parse: Callable[[httpx.Response], Answer]) -> Answer:
        raise NotImplementedError

'''
body = CLASS + "\n".join(found)
sync = body.replace("KIND", "Operations", 1).replace("DEF ", "def ").replace("AWAIT", "")
both = sync + "\n" + body.replace("KIND", "AsyncOperations", 1).replace("DEF ", "async def ").replace("AWAIT", "await ")
(core / "operations.py").write_text(HEAD + both)
pairs = re.findall(r"^  ([A-Z_]+): (\w+),$", errors.read_text(), re.M)
codes = "".join(f'    "{code}": "{kind}",\n' for code, kind in pairs)
(core / "codes.py").write_text(f'"""The class of each code of an error."""\n\nCLASS_OF = {{\n{codes}}}\n')
