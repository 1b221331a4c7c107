/** The paths that screens own (D1 §2, D2 §2): a path outside them is shown as not found, and answered so. */
const SCREEN_PATHS: readonly RegExp[] = [
	/^\/(initiate|recover-team|team|my-account|rankings|reset-password|verify-email|components|status)?$/,
	/^\/login\/callback$/,
	/^\/team\/season$/,
	/^\/team\/score\/\d+\/\d+$/,
	/^\/user\/team\/\d+\/\d+$/,
	/^\/stats-centre(\/.*)?$/,
	/^\/help(\/[\w-]+)?$/,
	/^\/leagues(\/.*)?$/,
	/^\/unsubscribe\/[\w-]+$/,
	/^\/operator(\/.*)?$/,
];

/** Whether a path, without its query, is some screen's. */
export const isScreenPath = (path: string): boolean =>
	SCREEN_PATHS.some((pattern) => pattern.test(path.replace(/(.)\/$/, "$1")));
