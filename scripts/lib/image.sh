# Sourced by scripts/grcuda and by the build. An image is a folder that holds all that the command
# runs on: runtime/ (the JDK's modules and others'), modules/ (our jars), resources/ (the languages'
# files), bom.json (what all that is: CycloneDX), js.aot, python.aot and java.aot (start-up caches), home (where it lay
# when they were made).
# .build/current names the one in use.

# The date of every jar of an image. Jars of another date were copied.
date_of_jars=2000-01-01T00:00:00Z

# Whether classes and jars are made from the sources as they are: nothing is newer than the last build.
classes_are_fresh() {
  local root=$1
  [ -e "$root/.build/built" ] && [ -e "$root/.build/current" ] &&
    [ -z "$(find "$root"/pom.xml "$root"/grcuda-*/pom.xml "$root"/projects/*/pom.xml \
      "$root"/grcuda-*/src/main "$root"/projects/*/src/main "$root/scripts/lib" \
      -newer "$root/.build/built" -print -quit)" ]
}

# Whether image $1 lies where its start-up caches were made, and its jars are those that they know.
image_is_settled() {
  local home=""
  [ -e "$1/home" ] && read -r home <"$1/home" && [ "$home" = "$1" ] &&
    [ -z "$(find "$1/modules" -type f -newermt "$date_of_jars" -print -quit)" ]
}

# Whether the image in use is as the sources are, and starts fast. Takes about 8 ms.
image_is_fresh() {
  local root=$1 image
  classes_are_fresh "$root" && read -r image <"$root/.build/current" &&
    image_is_settled "$root/.build/$image"
}

# What may call native code and use raw addresses: the languages, this project's modules, programs.
native_modules=ALL-UNNAMED,org.graalvm.truffle,org.graalvm.truffle.runtime,com.sun.jna
native_modules+=,org.jline.terminal.ffm
native_modules+=,org.grcuda.bench,org.grcuda.core,org.grcuda.cpu,org.grcuda.cuda,org.grcuda.mpi,org.grcuda.nvrtc,org.grcuda.runtime
native_modules+=,org.grcuda.transport,org.grcuda.world

# Puts the native libraries of this machine, which are in jars of folder $2, into the runtime $1: each process would
# unpack them at its start. Wants the JDK in $jdk.
unpack_libraries() {
  local system machine work
  system=$(uname -s | tr '[:upper:]' '[:lower:]')
  machine=$(uname -m)
  work=$(mktemp -d)
  "$jdk/bin/jar" --extract --file "$2"/jna-*.jar --dir "$work"
  cp "$work/com/sun/jna/$system-${machine//_/-}"/libjnidispatch.* "$1/lib/"
  "$jdk/bin/jar" --extract --file "$2"/grcuda-cuda-*.jar --dir "$work"
  cp "$work/org/grcuda/cuda/jni/$system-$machine"/libgrcuda_cuda.* "$1/lib/"
  rm -rf "$work"
}

# Sets the array `java` to the command that starts a JVM on image $1, with start-up cache $2 (js,
# python, java) where there is one. Without a run-time image (file jdk names the JDK then), the Graal
# compiler comes by the upgrade module path, which rules the caches out: start-up takes longer.
image_java() {
  local image=$1 cache=$2
  java=(
    "$image/runtime/bin/java"
    -XX:+UnlockExperimentalVMOptions -XX:+EnableJVMCI
    # A computation costs less, and the same however many are unfinished: docs/performance.md.
    -XX:+UseParallelGC
    --enable-native-access="$native_modules"
    --sun-misc-unsafe-memory-access=allow
    -Dpolyglot.engine.resourcePath="$image/resources"
    -Xss16m
    --add-modules=ALL-MODULE-PATH,ALL-DEFAULT
  )
  if [ -e "$image/jdk" ]; then
    java[0]=$(<"$image/jdk")/bin/java
    java+=(--upgrade-module-path="$image/modules" --module-path="$image/modules")
    return
  fi
  java+=(--module-path="$image/modules")
  if [ -e "$image/$cache.aot" ]; then
    java+=(-XX:AOTCache="$image/$cache.aot")
  fi
  if [ -e "$image/compiler.aot" ]; then
    java+=(-Dgrcuda.nvrtc.aot="$image/compiler.aot")
  fi
}
