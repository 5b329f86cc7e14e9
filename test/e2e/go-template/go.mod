module krm-variants/test/e2e/go-template

go 1.22
