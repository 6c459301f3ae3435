#!/usr/bin/env bash
# The command from the shell: exit status, standard output and standard error of scripts/grcuda, and
# that guest code is compiled. Prints one line per check; fails if one does.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../../.." && pwd)
grcuda="$root/scripts/grcuda"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
. "$root/scripts/lib/check.sh"

cat >args.py <<'PY'
import os, sys
print(*sys.argv[1:], sys.stdin.readline().strip(), os.environ["WORD"], "\u2713")
sys.exit(7)
PY
cat >args.js <<'JS'
console.log(process.argv.slice(2).join(), process.env.WORD, '\u2713');
console.error('diagnostic');
process.exit(7);
JS
cat >Args.java <<'JAVA'
void main(String[] args) {
  System.out.println(String.join(",", args) + " " + System.getenv("WORD") + " \u2713");
  System.exit(7);
}
JAVA
cat >compiled.js <<'JS'
const hot = (n) => { let s = 0; for (let i = 0; i < n; i++) s = (s + i * 7) % 1000003; return s; };
for (let k = 0; k < 100; k++) hot(100000);
JS

export WORD=word
check "Python: arguments, input, environment, status" 7 "a -b line word ✓" "" \
  "$grcuda" run args.py a -b <<<"line"
check "JavaScript: arguments, both streams, status" 7 "a,-b word ✓" "diagnostic" \
  "$grcuda" run args.js a -b
check "Java: arguments, environment, status" 7 "a,-b word ✓" "" "$grcuda" run Args.java a -b
check "missing file" 2 "" "grcuda: no such file: none.py" "$grcuda" run none.py
check "unknown command" 2 "" "grcuda: unknown command 'rum'; did you mean 'run'?" "$grcuda" rum
check "unknown option" 2 "" \
  "grcuda: unknown option '--js.strct'; did you mean '--js.strict'?" "$grcuda" run --js.strct args.js
check "guest code is compiled" 0 "" "*opt done*hot*" \
  "$grcuda" run --engine.TraceCompilation --engine.BackgroundCompilation=false compiled.js
check "eval" 0 "int\[3\] *" "" "$grcuda" eval 'int[3]'
ln -s "$grcuda" linked
check "through a symbolic link" 0 "grcuda *" "" ./linked --version

# The list of what is shipped has each jar that the image is made of, as it is, and a licence for each.
cat >bom.py <<'PY'
import json, sys
with open(sys.argv[1]) as file:
    bom = json.load(file)
checksums = dict(reversed(line.split()) for line in sys.stdin)
own = bom["metadata"]["component"]
components = [own, *bom["components"]]
listed = {f"{c['name']}-{c['version']}.jar": c for c in components if c["purl"].endswith("type=jar")}
print("not listed:", *sorted(checksums.keys() - listed.keys()))
print("not there:", *sorted(listed.keys() - checksums.keys()))
print("without a licence:", *(c["name"] for c in components if not c.get("licenses")))
print("changed:", *(
    name for name, c in listed.items()
    if c is not own and checksums.get(name) not in [h["content"] for h in c["hashes"]]))
PY
read -r image <"$root/.build/current"
check "the list of what is shipped" 0 $'not listed:\nnot there:\nwithout a licence:\nchanged:' "" \
  "$grcuda" run bom.py "$root/.build/$image/bom.json" < <(cd "$root/projects/grcuda-cli/target/modules" && sha256sum -- *.jar)

# A checkout that was moved, or copied: jars are elsewhere, or have other dates, than the start-up caches say.
mkdir moved
tar -C "$root" --exclude=target -cf - pom.xml scripts examples grcuda-core grcuda-runtime projects \
  .build/built .build/current ".build/$image" | tar -C moved -xf -
check "a moved checkout prepares fast starts again" 0 "*validated" \
  "*this checkout was moved or copied*" moved/scripts/grcuda run moved/examples/hello.js
check "and once only" 0 "*validated" "" moved/scripts/grcuda run moved/examples/hello.js
touch "moved/.build/$image"/modules/*
check "and when it is copied" 1 "" "" \
  bash -c '. "$1/scripts/lib/image.sh" && image_is_fresh "$1"' bash "$work/moved"
exit "$failed"
