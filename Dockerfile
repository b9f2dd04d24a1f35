# The tool in an image of its own:
#
#   docker build -t bcast-lower .
#   docker run --rm -i bcast-lower < model.mlir
FROM rust:1-bookworm AS build
WORKDIR /bcast-lower
COPY . .
RUN scripts/setup && cargo install --locked --path . --root /usr/local

# All that the tool links against, libstdc++, is in the image: apt needs it too.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/bcast-lower /usr/local/bin/
ENTRYPOINT ["bcast-lower"]
