"""The extensions that hold the rules as native code: what is compiled, in which groups, with which flags."""

import contextlib
import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "parlour"
NATIVE = ROOT / "build" / "native"
CACHE = NATIVE / "mypy"
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
ONCE = re.compile(
    r"^(?=[\w ]+ \*?CPyDef_\w+?(?:_____top_level__|___declare|"
    r"(?:Rules|___Game|___Network|___Tables|___Batch|___Names|___Rule)_____init__|___EventType_____post_init__)"
    r"\([^;{}]*\) \{$)"
    r"|^ *(?=(?:static int|int|PyObject) \*?(?:CPyGlobalsInit|CPyInit|CPyExec|exec_)\w*\([^;{}]*\)\s*\{$)",
    re.M,
)
"""C functions that run once, at import or when a game, a network or a batch is made: not worth optimising."""
FROM_PYTHON = re.compile(r"^ *(?=(?:PyObject \*CPyPy_\w+|parlour___\w+_[gs]et_\w+)\([^;{}]*\)\s*\{$)", re.M)
"""C functions through which Python calls compiled ones and reaches attributes: compiled code never calls them."""
SHOWN = re.compile(
    r"^(?=[\w ]+ \*?CPyDef_parlour___(?:games___\w+?___(?:scene|explain)|server___log___projection)___\w+"
    r"\([^;{}]*\) \{$)",
    re.M,
)
"""C functions that draw: they call into Python for most of their time, and are a fifth of all code."""
RUNTIME = re.compile(r"(?:^#include <\w+\.c>\n)+", re.M)
"""The runtime of mypyc, which every group includes as source."""
COLD_RUNTIME = re.compile(
    r"<(?:init|getargs|getargsfast|float_ops|bytes_ops|exc_ops|misc_ops|locks|pythonsupport|function_wrapper)\.c>"
)
"""Its files that rules and scenes hardly call: starting, arguments from Python, errors, classes, generators."""
UNUSED = re.compile(r"&CPyPy_\w+_glue,")
"""Python's way into the calls that mypyc makes for itself, in the table for other groups: nobody takes it."""
INIT = "PyMODINIT_FUNC PyInit_"
LOWEST = re.compile(
    r"^(int64_t CPyDef_parlour___core___bags___lowest\(int64_t cpy_r_cards_set\)) \{\n.*?^\}\n", re.M | re.S
)
"""The card verb for which machines have an instruction."""
SECOND_INIT = "PyMODINIT_FUNC PyInit___init__(void)"
FAST = ["-O2", "--param=max-inline-insns-auto=30", "-fno-tree-pre", "-fno-gcse", "-fno-schedule-insns2"]
"""Inlines as much as -O3 and leaves out passes that find little here: 11 to 20 % cheaper than -O3 by game.

Playouts in single runs on a busy machine: 5 % slower in Mine & Craft, within 2 % elsewhere; the core was not measured.
Without -ftree-vrp, -ftree-dominator-opts and -fthread-jumps St. Croix would compile in a sixth less, but its playouts
are 3 % slower, and those of Mine & Craft 11 %.
"""
INLINE_LINES = 200
"""Longest C function of the core that games get as an inline copy; `Rng.word` has 184 lines, `Moves.add` 110."""


def compiled_modules() -> dict[str, list[str]]:
    """The files to compile, in groups that are compiled apart: the core, and each game.

    A group is one C file: two cores share the work, and an edit of a game compiles that game only.
    """
    groups: dict[str, list[str]] = {}
    drawing = {PACKAGE / "server" / "log" / "projection.py"}
    drawing.update(PACKAGE.glob("games/*/scene.py"), PACKAGE.glob("games/*/explain.py"))
    for path in sorted(PACKAGE.glob("**/*.py")):
        if path in drawing or "from mypy_extensions import" in path.read_text("utf-8"):
            parts = path.relative_to(PACKAGE).parts
            group = parts[1] if parts[0] == "games" and len(parts) == 3 else "core"
            groups.setdefault(f"parlour_{group}", []).append(str(path.relative_to(ROOT)))
    return groups


def extensions() -> "list[Extension]":
    """The extensions to compile, the largest first."""
    from mypyc.build import mypyc_build, mypycify
    from mypyc.options import CompilerOptions

    NATIVE.mkdir(parents=True, exist_ok=True)
    # Always from nothing, which takes seconds: what mypyc reads back from its cache lacks facts about attributes.
    shutil.rmtree(CACHE, ignore_errors=True)
    groups = compiled_modules()
    paths = ["--strict", "--cache-dir", str(CACHE), *(path for group in groups.values() for path in group)]
    separate: list[tuple[list[str], str | None]] = [(group, name) for name, group in groups.items()]
    options = CompilerOptions(separate=True)
    # For groups mypyc would expect classes that it cannot see, and check every attribute whenever it is read. It sees
    # all that matter: a class of the core with subclasses elsewhere allows interpreted ones (tests/test_native.py).
    options.global_opts = True
    _, written, needed = mypyc_build(paths, options, separate=separate)
    made = mypycify(
        paths,
        opt_level="3",
        debug_level="0",
        separate=separate,
        skip_cgen_input=(  # written just now: names without contents
            [[(str(Path(name).relative_to("build")), "") for name in names] for names, _ in written],
            [(str(source.path), source.include_dirs, source.internal) for source in needed],
        ),
    )
    shared = {f"{name}__mypyc" for name in groups}
    for extension in made:
        # A machine without a C compiler gets a warning and plain Python instead of a failed install.
        extension.optional = True
        if sys.platform != "win32":
            # The rest are shims of a few lines. Warnings, which Python's own flags switch on,
            # would double the time: checking the indentation of generated code is slow.
            flags = [*FAST, "-fno-semantic-interposition"] if extension.name in shared else ["-O0"]
            extension.extra_compile_args = [*extension.extra_compile_args, *flags, "-w", "-Wno-all"]
    if sys.platform != "win32":
        tune([extension for extension in made if extension.name in shared])
        share_shims([extension for extension in made if extension.name not in shared])
    return sorted(made, key=lambda extension: -Path(extension.sources[0]).stat().st_size)


def tune(made: "list[Extension]") -> None:
    """Rewrite the generated C so that it compiles and runs faster. What does not look as expected stays as it is."""
    core = count_zeros(Path("build", "__native_parlour_core.c").read_text("utf-8"))
    functions = re.findall(r"^([\w ]+ \*?(CPyDef_parlour___core___\w+)\([^;{]*\)) \{\n(.*?)^\}\n", core, re.M | re.S)
    short = {name: (head, body) for head, name, body in functions if is_inlinable(body)}
    for extension in made:
        source = Path(extension.sources[0])
        text = source.read_text("utf-8")
        text = count_zeros(text)
        text = ONCE.sub('__attribute__((cold, optimize("O0"))) ', text)
        text = FROM_PYTHON.sub('__attribute__((optimize("O1"))) ', text)
        text = SHOWN.sub('__attribute__((optimize("O1"))) ', text)
        text = RUNTIME.sub(less_optimised, text, count=1)
        if text.count(INIT) == 1:
            # Nothing but this function is called from outside: the compiler leaves out what nobody calls.
            text = UNUSED.sub("0,", text).replace(INIT, f"__attribute__((externally_visible)) {INIT}")
            extension.extra_compile_args.append("-fwhole-program")
        text = inline_core(text, f'#include "__native_internal_{extension.name.removesuffix("__mypyc")}.h"\n', short)
        changed = NATIVE / source.name
        changed.write_text(text, "utf-8")
        extension.sources[0] = str(changed.relative_to(ROOT))


def less_optimised(includes: re.Match[str]) -> str:
    """The includes of the runtime, with less effort for what is cold: functions there are never inlined."""
    lines = includes[0].splitlines(keepends=True)
    hot = [line for line in lines if not COLD_RUNTIME.search(line)]
    cold = [line for line in lines if line not in hot]
    pragma = ("#pragma GCC push_options\n", '#pragma GCC optimize ("O1")\n')
    return "".join(["#include <CPy.h>\n", *hot, *pragma, *cold, "#pragma GCC pop_options\n"])


def count_zeros(text: str) -> str:
    """Find the lowest card of a set by one instruction."""
    return LOWEST.sub(r"\1 {\n    return __builtin_ctzll(cpy_r_cards_set);\n}\n", text)


def share_shims(made: "list[Extension]") -> None:
    """Give the modules of a package one source. It is compiled once, and each module gets a copy under its name.

    A shim has only the function that Python calls to import the module, named after the module: `PyInit_rules`.
    """
    packages: dict[str, list[Extension]] = {}
    for extension in made:
        packages.setdefault(extension.name.rpartition(".")[0], []).append(extension)
    for package, shims in packages.items():
        # Each has a second one for packages (`__init__`), of which a file can hold only one. None of them is a package.
        parts = [Path(shim.sources[0]).read_text("utf-8").split(SECOND_INIT) for shim in shims]
        if all(len(part) == 2 for part in parts):
            source = NATIVE / f"{package}.c"
            source.write_text("".join(first for first, _ in parts), "utf-8")
            for shim in shims:
                shim.sources[0] = str(source.relative_to(ROOT))


def inline_core(text: str, last_include: str, short: dict[str, tuple[str, str]]) -> str:
    """Give a game copies of the core's short functions, which it calls through a table of pointers otherwise.

    The compiler cannot see through that table, and the card verbs of `core/bags.py` are one machine instruction each.
    """
    called = re.compile(r"\bexports_parlour_core\.(CPyDef_\w+)(?=\()")
    wanted = sorted(set(called.findall(text)) & short.keys())
    if text.count(last_include) != 1:
        return text
    copies = [f"static inline {short[name][0]};\n" for name in wanted]
    for name in wanted:
        head, body = short[name]
        body = re.sub(r"\bCPyDef_\w+(?=\()", r"exports_parlour_core.\g<0>", body)
        body = re.sub(r"\b(CPyStatic|CPyType)_\w+", r"(*exports_parlour_core.\g<0>)", body)
        copies.append(f"static inline {head} {{\n{body}}}\n")
    text = text.replace(last_include, last_include + "".join(copies))
    return called.sub(lambda call: call[1] if call[1] in wanted else call[0], text)


def is_inlinable(body: str) -> bool:
    """Whether a C function is short and uses nothing but its arguments and what the core exports."""
    rest = re.sub(r"CPyStatic_\w+___globals|CPyDef_\w+(?=\()|CPyType_\w+", "", body)
    return body.count("\n") <= INLINE_LINES and not re.search("CPyStatic|CPyDef|CPyModule|CPyPy_", rest)


def digest_of(extension: "Extension", compiler: str) -> str:
    """A digest of everything an extension is made of: C code, headers, flags, compiler, Python and mypyc."""
    made = hashlib.sha256(
        json.dumps([extension.extra_compile_args, compiler, sys.version, SUFFIX, mypyc_version()]).encode()
    )
    waiting = [Path(source) for source in extension.sources]
    seen = set(waiting)
    while waiting:
        text = waiting.pop().read_text("utf-8")
        made.update(text.encode())
        for name in re.findall(r'^#include ["<](__native_\w+\.h)[">]', text, re.M):
            header = Path("build", name)
            if header not in seen:
                seen.add(header)
                waiting.append(header)
    return made.hexdigest()[:32]


def mypyc_version() -> str:
    """The version of mypyc, which decides what its own C files hold."""
    from mypy.version import __version__

    return __version__


def compiler_version(command: list[str]) -> str:
    """What the compiler says about itself, and how it is called."""
    with contextlib.suppress(OSError):
        done = subprocess.run([command[0], "--version"], capture_output=True, text=True, check=False)
        return " ".join(command) + done.stdout
    return " ".join(command)
