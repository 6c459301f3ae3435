#!/usr/bin/env bash
# grcuda as a dependency: installs it into a repository of this checkout's own (.build/repository), and builds and
# runs the Maven examples from there, in a folder elsewhere. Prints one line per check; fails if one does.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/maven.sh"
. "$root/scripts/lib/check.sh"
jdk=$(find_jdk) || exit 1
maven_environment
repository=$root/.build/repository
version=0.1.0-SNAPSHOT
home=~
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the user's own repository has is taken from there, not from the network.
cat >"$work/settings.xml" <<XML
<settings>
  <profiles>
    <profile>
      <id>own</id>
      <repositories>
        <repository><id>own</id><url>file://$home/.m2/repository</url></repository>
      </repositories>
      <pluginRepositories>
        <pluginRepository><id>own</id><url>file://$home/.m2/repository</url></pluginRepository>
      </pluginRepositories>
    </profile>
  </profiles>
  <activeProfiles>
    <activeProfile>own</activeProfile>
  </activeProfiles>
</settings>
XML

maven() {
  mvn -q -B -gs "$work/settings.xml" -Dmaven.repo.local="$repository" "$@"
}

java=("$jdk/bin/java" --sun-misc-unsafe-memory-access=allow)
graal=(-XX:+UnlockExperimentalVMOptions -XX:+EnableJVMCI)

install() {
  rm -rf "$repository/org/grcuda"
  (cd "$root" && maven -pl projects/grcuda-language -am -DskipTests install)
}

# A cache of compiled kernels that is empty, beside NVRTC where it was fetched: so the compiler's process is started.
uncached() {
  local user=${XDG_CACHE_HOME:-$home/.cache}/grcuda
  rm -rf "$work/cache"
  mkdir -p "$work/cache/grcuda"
  find "$user" -maxdepth 1 -name 'nvrtc-*' -exec cp -rp {} "$work/cache/grcuda" \;
  XDG_CACHE_HOME=$work/cache "$@"
}

# The jars of module $1: what it is, its sources, its documentation.
jars() {
  (cd "$repository/org/grcuda/$1/$version" && echo *.jar)
}

# Builds example $1 in a folder of that name.
build() {
  cp -r "$root/examples/$1" "$work/$1"
  rm -rf "$work/$1/target"
  (cd "$work/$1" && maven package)
}

cd "$work" || exit 1
check "install" 0 "*" "*" install
[ "$failed" = 0 ] || exit 1
for module in grcuda grcuda-core grcuda-runtime grcuda-driver grcuda-ptx grcuda-nvrtc; do
  check "$module has sources and Javadoc" 0 "*$module-$version-javadoc.jar*$module-$version-sources.jar*" "" jars $module
done

check "a project with a test and one jar" 0 "*" "*" build maven
check "its jar" 0 "y[[]999] = 42.0" "" uncached "${java[@]}" -jar maven/target/saxpy.jar 1000
check "its jar, with JVMCI" 0 "y[[]999] = 42.0" "" "${java[@]}" "${graal[@]}" -jar maven/target/saxpy.jar 1000

check "a project with Python and JavaScript" 0 "*" "*" build maven-polyglot
bouncycastle=$(sed -n 's:.*<bouncycastle.version>\(.*\)</.*:\1:p' "$root/pom.xml")
check "its Bouncy Castle" 0 "*bcpkix-*-$bouncycastle.jar*bcprov-*-$bouncycastle.jar*bcutil-*-$bouncycastle.jar" "" \
  sh -c 'echo maven-polyglot/target/lib/bc*'
languages="float[[]4] [[]2.5, 5.0, 7.5, 10.0]"
check "its jar" 0 "$languages" "" "${java[@]}" -jar maven-polyglot/target/languages.jar
graal+=(--upgrade-module-path=maven-polyglot/target/compiler)
check "its jar, with the Graal compiler" 0 "$languages" "" \
  "${java[@]}" "${graal[@]}" -jar maven-polyglot/target/languages.jar
echo 'void main() { System.out.println(org.graalvm.polyglot.Engine.create().getImplementationName()); }' >Engine.java
check "the compiler is used" 0 "GraalVM CE" "" \
  "${java[@]}" "${graal[@]}" --enable-native-access=ALL-UNNAMED -cp "maven-polyglot/target/lib/*" Engine.java

# The language as a dependency of type pom, as those of GraalVM are.
mkdir language
cat >language/pom.xml <<XML
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>language</artifactId>
  <version>1.0</version>
  <dependencies>
    <dependency>
      <groupId>org.grcuda</groupId>
      <artifactId>grcuda-language</artifactId>
      <version>$version</version>
      <type>pom</type>
    </dependency>
  </dependencies>
</project>
XML
echo 'void main() { System.out.println(org.graalvm.polyglot.Context.create().eval("grcuda", "int[3]")); }' >Eval.java
check "a project with the language" 0 "*" "*" \
  maven -f language/pom.xml org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DexcludeTypes=pom -DoutputDirectory=lib
check "the language" 0 "int[[]3] [[]0, 0, 0]" "" \
  "${java[@]}" -Dpolyglot.engine.WarnInterpreterOnly=false --enable-native-access=ALL-UNNAMED -cp "language/lib/*" Eval.java

# Modules, as docs/guide/java-project.md says. The jars are those that the example above collected.
native=com.sun.jna,org.grcuda.core,org.grcuda.cpu,org.grcuda.cuda
lib=maven-polyglot/target/lib
mkdir modular
echo 'module com.example.saxpy { requires org.grcuda; }' >modular/module-info.java
check "a module" 0 "" "" "$jdk/bin/javac" -p $lib -d classes modular/module-info.java maven/src/main/java/com/example/*.java
check "on the module path" 0 "y[[]999] = 42.0" "" \
  uncached "${java[@]}" --enable-native-access=$native -p classes:$lib -m com.example.saxpy/com.example.Main 1000
check "jlink" 0 "" "" "$jdk/bin/jlink" -p classes:$lib --add-modules com.example.saxpy --output image \
  --launcher saxpy=com.example.saxpy/com.example.Main \
  --add-options="--sun-misc-unsafe-memory-access=allow --enable-native-access=$native"
check "an image" 0 "y[[]999] = 42.0" "" uncached image/bin/saxpy 1000

rm $lib/grcuda-{cpu,cuda,sim}-*.jar
check "no backend" 1 "" "*GrCudaException: no backend is * add the dependency org.grcuda:grcuda;*" \
  "${java[@]}" --enable-native-access=ALL-UNNAMED -cp "classes:$lib/*" com.example.Main
exit "$failed"
