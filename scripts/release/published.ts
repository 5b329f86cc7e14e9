/** True once a release is published: README and the pages then name the ways to install it. */
export const IS_RELEASED = false;

/** Page of the git repository that releases come from. */
export const REPOSITORY = 'https://github.com/OWNER/krm-variants';
