"""Holds scenes and the schema's own examples against the schema: validate_scenes.py SCHEMA SCENE...

Exit codes: 0 all valid, 1 not, 77 the package jsonschema is missing or too old.
"""
import json
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    sys.exit(77)


def main(schema_path, scene_paths):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    documents = []
    for path in scene_paths:
        with open(path, encoding="utf-8") as file:
            documents.append((path, schema, json.load(file)))
    for name, definition in schema["$defs"].items():
        part = {"$defs": schema["$defs"], "$ref": "#/$defs/" + name}
        documents += [(f"example of {name}", part, example) for example in definition["examples"]]
    failed = False
    for name, part, document in documents:
        for error in Draft202012Validator(part).iter_errors(document):
            print(f"{name}: {error.json_path}: {error.message}")
            failed = True
    return failed


sys.exit(main(sys.argv[1], sys.argv[2:]))
