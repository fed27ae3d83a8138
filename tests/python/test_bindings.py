"""The bindings hold everything that the headers declare."""
import ctypes
import keyword
import os
import re
import subprocess
import tempfile

from gelsim import _c, _library, errors
from support import BUILD, ROOT, PACKAGE, Test

HEADERS = sorted((ROOT / "host/include/gel").glob("*.h"))
# Keywords of C++ and Rust that neither C nor Python reserves.
OTHER_WORDS = """and asm bitand bitor bool catch class compl concept consteval constexpr constinit decltype delete
dynamic_cast explicit export friend mutable namespace new noexcept not nullptr operator or private protected public
reinterpret_cast requires static_assert static_cast template this thread_local throw typeid typename using virtual wchar_t xor
abstract become box crate do dyn final fn impl let loop macro match mod move mut override priv pub ref self super trait type
typeof unsafe unsized use where yield"""
LEFT_OUT = {
    "gelIsJacobi": "static inline, in no library",
}


def declared(pattern):
    for header in HEADERS:
        text = re.sub(r"//[^\n]*", "", header.read_text(encoding="utf-8"))
        yield from re.findall(pattern, text, re.M)


class Bindings(Test):
    def test_every_function_of_the_headers_is_bound_with_its_comment(self):
        names = list(declared(r"^(?:GEL_API|static inline)\b[^;{]*?\b(gel\w+)\("))
        self.assertGreater(len(names), 300)
        for name in names:
            if name not in LEFT_OUT:
                self.assertTrue(hasattr(_c, name), name)
                self.assertTrue(getattr(_c, name).__doc__, name)

    def test_every_struct_has_the_members_of_the_headers(self):
        count = 0
        for body, name in declared(r"(?s:^typedef struct \w+ \{(.*?)^\} (\w+);)"):
            members = {member for line in body.split(";")
                       for member in re.findall(r"(\w+)(?:\[[^\]]*\])*\s*(?:,|$)", line.strip())}
            self.assertEqual({field.rstrip("_") for field, *_ in getattr(_c, name)._fields_}, members - {""}, name)
            count += 1
        self.assertGreater(count, 60)

    def test_no_member_is_a_word_of_python_cpp_or_rust(self):
        words = set(keyword.kwlist) | set(OTHER_WORDS.split())
        for kind in vars(_c).values():
            if isinstance(kind, type) and issubclass(kind, ctypes.Structure) and hasattr(kind, "_fields_"):
                for name, *_ in kind._fields_:
                    self.assertNotIn(name.rstrip("_"), words, kind.__name__)

    def test_every_enumerator_has_its_value(self):
        count = 0
        for body in declared(r"(?s:^(?:typedef )?enum\b[^{;]*\{(.*?)\})"):
            for name in re.findall(r"\b(gel_\w+|GEL_MAXIMUM_\w+)\b(?=\s*(?:,|=|$|\s))", re.sub(r"=\s*\w+", "", body)):
                self.assertIsInstance(getattr(_c, name), int, name)
                count += 1
        self.assertGreater(count, 150)

    def test_each_status_has_an_exception_of_its_name(self):
        names = [status.name for status in _c.gelStatus][1:-1]
        self.assertEqual([kind.__name__ for kind in errors.CLASSES], [name[4].upper() + name[5:] for name in names])
        for kind, status in zip(errors.CLASSES, list(_c.gelStatus)[1:]):
            with self.assertRaises(kind) as caught:
                _library.check(int(status), None, None)
            self.assertEqual(caught.exception.status, status)
            self.assertEqual(kind.__doc__.split(":")[0].rstrip(".").lower(),
                             _c.gelStatusText(status).decode().split(":")[0].lower())

    def test_the_compiler_checks_the_layout_of_every_member(self):
        text = (BUILD / "python/layout_check.c").read_text(encoding="utf-8")
        structs = [kind for kind in vars(_c).values() if isinstance(kind, type) and issubclass(kind, ctypes.Structure)
                   and kind is not ctypes.Structure and hasattr(kind, "_fields_")]
        self.assertEqual(text.count("_Static_assert"), sum(1 + len(kind._fields_) for kind in structs))
        compiler = [os.environ.get("CC", "cc"), "-std=c11", "-fsyntax-only", f"-I{ROOT}/host/include", f"-I{BUILD}/host/include"]
        with tempfile.TemporaryDirectory() as folder:
            for planted, expected in ((text, True), (text.replace("y) == 4,", "y) == 8,", 1), False)):
                path = os.path.join(folder, "check.c")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(planted)
                self.assertEqual(subprocess.run([*compiler, path], capture_output=True).returncode == 0, expected)

    def test_the_stubs_name_everything_in_the_module(self):
        stubs = (PACKAGE / "_c.pyi").read_text(encoding="utf-8")
        compile(stubs, "_c.pyi", "exec")
        for name in vars(_c):
            if name.startswith(("gel", "GEL")):
                self.assertRegex(stubs, rf"(?m)^(?:def |class )?{name}\b", name)
