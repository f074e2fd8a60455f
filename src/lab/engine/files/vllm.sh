#!/bin/sh
exec /usr/bin/python3.11 -m vllm.entrypoints.cli.main "$@"
