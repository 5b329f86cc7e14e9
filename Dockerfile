# An image for each function, and one with all. `npm run images` makes dist/image.tar and builds them all; after that, one by hand:
#   buildah bud --target apply-package-context --tag localhost/apply-package-context .

# All that is in any of the images, in one layer: the native executable and what it links. It comes as an archive: of a
# folder, BuildKit would copy the files with their times, but the folders with the time of the build.
FROM scratch AS files
ADD dist/image.tar /
USER 65534:65534

# generated: images
FROM files AS apply-override-policy
LABEL org.opencontainers.image.title="apply-override-policy" \
      org.opencontainers.image.description="Applies Karmada's override policies, unchanged, to a package for one cluster." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-override-policy"]

FROM files AS apply-package-context
LABEL org.opencontainers.image.title="apply-package-context" \
      org.opencontainers.image.description="Sets and removes keys of the package context, the ConfigMap `kptfile.kpt.dev` of a package." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-package-context"]

FROM files AS apply-package-variant
LABEL org.opencontainers.image.title="apply-package-variant" \
      org.opencontainers.image.description="Applies a PackageVariant to a package: its package context, its pipeline, its injectors." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-package-variant"]

FROM files AS apply-pod-preset
LABEL org.opencontainers.image.title="apply-pod-preset" \
      org.opencontainers.image.description="Injects env, envFrom, volumes and volumeMounts into pods and pod templates that PodPresets select." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "apply-pod-preset"]

FROM files AS edit-pipeline
LABEL org.opencontainers.image.title="edit-pipeline" \
      org.opencontainers.image.description="Inserts functions at the start of the pipeline of the Kptfile, and removes those no longer wanted." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "edit-pipeline"]

FROM files AS expand-package-variant-set
LABEL org.opencontainers.image.title="expand-package-variant-set" \
      org.opencontainers.image.description="Creates a PackageVariant for each target of a PackageVariantSet: listed repositories or selected objects." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "expand-package-variant-set"]

FROM files AS expand-templates
LABEL org.opencontainers.image.title="expand-templates" \
      org.opencontainers.image.description="Expands Go templates in the strings of annotated objects with the properties of a cluster." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "expand-templates"]

FROM files AS field-override
LABEL org.opencontainers.image.title="field-override" \
      org.opencontainers.image.description="Edits JSON and YAML text in a field, such as a file in a ConfigMap, and leaves the rest untouched." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "field-override"]

FROM files AS inject-config
LABEL org.opencontainers.image.title="inject-config" \
      org.opencontainers.image.description="Injects objects of a cluster into the resources of a package that are annotated for it." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "inject-config"]

FROM files AS overwrite-components
LABEL org.opencontainers.image.title="overwrite-components" \
      org.opencontainers.image.description="Overwrites which components Installations, DeployItems and component descriptors refer to." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "overwrite-components"]

FROM files AS strip-transform
LABEL org.opencontainers.image.title="strip-transform" \
      org.opencontainers.image.description="Removes fields that a cluster sets, such as `status` and `uid`, and fields that CustomTransforms list." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants", "strip-transform"]

FROM files AS krm-variants
LABEL org.opencontainers.image.title="krm-variants" \
      org.opencontainers.image.description="KRM functions that turn one Kubernetes package into the variant that one target needs" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
ENTRYPOINT ["/usr/local/bin/krm-variants"]
# end
