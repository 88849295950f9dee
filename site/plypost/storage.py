"""Static files under names that carry their hash, so that browsers may keep them for ever."""

from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The imports between our script modules get hashed names too, not only those of pages."""

    support_js_module_import_aggregation = True
