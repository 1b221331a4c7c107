/** The paths of screens. Other paths get the not-found page. */
const SCREEN_PATHS: readonly RegExp[] = [
	/^\/(initiate|recover-team|team|my-account|rankings|reset-password|verify-email|components|status|projections)?$/,
	/^\/login\/callback$/,
	/^\/team\/season$/,
	/^\/results(\/\d+)?$/,
	/^\/match-centre(\/\d+)?$/,
	/^\/team\/score\/\d+\/\d+$/,
	/^\/user\/team\/\d+\/\d+$/,
	/^\/stats-centre(\/.*)?$/,
	/^\/past-seasons(\/.*)?$/,
	/^\/help(\/[\w-]+)?$/,
	/^\/leagues(\/.*)?$/,
	/^\/unsubscribe\/[\w-]+$/,
	/^\/operator(\/.*)?$/,
];

/** Whether a path, without its query, belongs to a screen. */
export const isScreenPath = (path: string): boolean =>
	SCREEN_PATHS.some((pattern) => pattern.test(path.replace(/(.)\/$/, "$1")));
