# How every room is compiled.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_EXTENSIONS ON) # 128-bit integers, always_inline
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Release presets ask for DWARF 4: the valgrind of Debian 12 does not read what clang writes by default.
option(SHOGIKAN_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(SHOGIKAN_TSAN "ThreadSanitizer" OFF)
option(SHOGIKAN_FUZZ "libFuzzer targets (clang)" OFF)
option(SHOGIKAN_COVERAGE "coverage counters" OFF)
option(SHOGIKAN_AUDIT "recompute all incremental state after every apply and undo" OFF)
set(SHOGIKAN_ARCH "auto" CACHE STRING
    "-march= of the build: 'auto' takes x86-64-v3 where this machine runs it, else what the compiler gives")

if(SHOGIKAN_ARCH STREQUAL "auto")
  set(SHOGIKAN_MARCH "")
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND EXISTS /proc/cpuinfo)
    file(READ /proc/cpuinfo cpuinfo LIMIT 16384)
    if(cpuinfo MATCHES " avx2 " AND cpuinfo MATCHES " bmi2 " AND cpuinfo MATCHES " (abm|lzcnt) ")
      set(SHOGIKAN_MARCH "-march=x86-64-v3")
    endif()
  endif()
else()
  set(SHOGIKAN_MARCH "-march=${SHOGIKAN_ARCH}")
endif()

add_library(house INTERFACE)
target_include_directories(house INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
# Positions of a game are reached through their common head (rules/position.h): no type-based alias analysis.
target_compile_options(house INTERFACE -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
                       -fno-strict-aliasing -fno-common ${SHOGIKAN_MARCH})
target_compile_definitions(house INTERFACE _GNU_SOURCE)
if(SHOGIKAN_SANITIZE)
  target_compile_options(house INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(house INTERFACE -fsanitize=address,undefined)
endif()
if(SHOGIKAN_TSAN)
  target_compile_options(house INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(house INTERFACE -fsanitize=thread)
endif()
if(SHOGIKAN_COVERAGE)
  target_compile_options(house INTERFACE --coverage)
  target_link_options(house INTERFACE --coverage)
endif()
if(SHOGIKAN_FUZZ)
  target_compile_options(house INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  target_link_options(house INTERFACE -fsanitize=address,undefined)
endif()
if(SHOGIKAN_AUDIT)
  target_compile_definitions(house INTERFACE SHOGIKAN_AUDIT)
endif()

# shogikan_room(name SOURCES a.c b.c LINKS base rules): a static library of that name.
function(shogikan_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES})
  target_link_libraries(${name} PUBLIC house ${ROOM_LINKS})
endfunction()

# shogikan_test(name SOURCES x_test.c LINKS rules): a cmocka program that ctest runs from the source folder.
find_package(PkgConfig REQUIRED)
pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
function(shogikan_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LINKS" ${ARGN})
  if(NOT CMOCKA_FOUND)
    message(FATAL_ERROR "cmocka is missing: run make setup")
  endif()
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE house ${TEST_LINKS} PkgConfig::CMOCKA)
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endfunction()

# shogikan_fuzz(name SOURCES x_fuzz.c LINKS rules): a libFuzzer program in the fuzz preset. Everywhere else the same
# file is linked with tests/fuzz/replay.c, which runs it over the committed corpus tests/fuzz/corpus/<name>/.
function(shogikan_fuzz name)
  cmake_parse_arguments(FUZZ "" "" "SOURCES;LINKS" ${ARGN})
  if(SHOGIKAN_FUZZ)
    add_executable(fuzz_${name} ${FUZZ_SOURCES})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  else()
    add_executable(fuzz_${name} ${FUZZ_SOURCES} ${CMAKE_SOURCE_DIR}/tests/fuzz/replay.c)
    add_test(NAME fuzz_${name}_corpus COMMAND fuzz_${name} tests/fuzz/corpus/${name}
             WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  endif()
  target_link_libraries(fuzz_${name} PRIVATE house ${FUZZ_LINKS})
endfunction()
