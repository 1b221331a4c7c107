/** The ad pages, `/ads/{page}.html`, one for each slot. */
export const AD_PAGES = [
	"billboard",
	"below-the-fold-billboard",
	"mobile-billboard",
	"desktop-medium-rectangle",
	"medium-rectangle",
	"side-rectangle",
	"top-lb",
	"top-lb-mob",
	"bottom-lb",
	"bottom-lb-mob",
] as const;
export type AdPage = (typeof AD_PAGES)[number];

/** The pages that built-in ads link to. */
const AD_TARGETS = ["/", "/leagues/create", "/rankings", "/stats-centre", "/help/game-rules", "/help/prizes"] as const;
export type AdTarget = (typeof AD_TARGETS)[number];

/**
 * The ad target that a page is or lies under. An ad's address contains it, so that no ad links to the page it is shown on.
 * The page's own address may contain secret codes.
 */
export const findAdTarget = (pathname: string): AdTarget | null =>
	AD_TARGETS.find((target) => pathname === target || (target !== "/" && pathname.startsWith(`${target}/`))) ?? null;
