# An image with only the tool:
#
#   docker build -t bcast-lower .
#   docker run --rm -i bcast-lower < model.mlir
FROM rust:1-bookworm AS build
WORKDIR /bcast-lower
COPY . .
RUN scripts/setup && cargo install --locked --path . --root /usr/local

# The tool needs only the C library and libgcc at run time, which the image contains.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/bcast-lower /usr/local/bin/
ENTRYPOINT ["bcast-lower"]
