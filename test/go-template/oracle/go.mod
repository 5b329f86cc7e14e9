module krm-variants/test/go-template/oracle

go 1.22
