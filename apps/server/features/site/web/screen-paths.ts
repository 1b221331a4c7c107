const OPERATOR_SECTIONS = [
	"installation",
	"calendar",
	"rounds",
	"feeds",
	"corrections",
	"players",
	"prices",
	"winners",
	"moderation",
	"users",
	"draft-leagues",
	"outbox",
	"messages",
	"announcements",
	"seasons",
	"rules",
	"audit",
];

/** The paths of screens. Other paths get the not-found page. */
const SCREEN_PATHS: readonly RegExp[] = [
	/^\/(initiate|recover-team|team|my-account|rankings|reset-password|verify-email|components|status|projections)?$/,
	/^\/login\/callback$/,
	/^\/team\/season$/,
	/^\/team\/draft\/[1-9]\d{0,9}((\/[1-9]\d{0,8}){2})?$/,
	/^\/results(\/[1-9]\d{0,3})?$/,
	/^\/match-centre(\/[1-9]\d{0,8})?$/,
	/^\/(team\/score|user\/team)(\/[1-9]\d{0,8}){2}$/,
	// An unknown page leads to the first one.
	/^\/stats-centre(\/.*)?$/,
	/^\/past-seasons(\/[1-9]\d{0,8}(\/leagues\/[1-9]\d{0,8}|\/team(\/[1-9]\d{0,8}){2})?)?$/,
	/^\/help(\/[\w-]+)?$/,
	/^\/leagues(\/create|\/mock-drafts|\/join(\/[A-Za-z0-9]{6})?)?$/,
	// An unknown tab leads to the league's first one.
	/^\/leagues\/(cup|[1-9]\d{0,9})(\/.*)?$/,
	/^\/unsubscribe\/[\w-]+$/,
	new RegExp(`^/operator(/(${OPERATOR_SECTIONS.join("|")}))?$`),
];

/** Whether a path, without its query, belongs to a screen. */
export const isScreenPath = (path: string): boolean =>
	SCREEN_PATHS.some((pattern) => pattern.test(path.replace(/(.)\/$/, "$1")));
