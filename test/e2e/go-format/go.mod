module krm-variants/test/e2e/go-format

go 1.22
