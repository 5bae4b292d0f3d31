# `make` builds the release binary and copies it to $(EXE), as OpenBench expects.
EXE ?= mekong

.PHONY: all test clean

all:
	cargo build --release --locked --bin mekong
	cp "$${CARGO_TARGET_DIR:-target}/release/mekong" "$(EXE)"

test:
	cargo test --release

clean:
	cargo clean
