import type { AdPage } from "@first-bounce/contract/site/ads";

/** Every ad slot with its size in pixels, which is reserved before the ad loads. */
export const AD_SLOTS = {
	billboard: { width: 970, height: 250, page: "billboard" },
	"below-the-fold-billboard": { width: 970, height: 250, page: "below-the-fold-billboard" },
	"mobile-billboard": { width: 320, height: 100, page: "mobile-billboard" },
	"desktop-medium-rectangle": { width: 300, height: 250, page: "desktop-medium-rectangle" },
	"medium-rectangle": { width: 300, height: 250, page: "medium-rectangle" },
	"top-leaderboard": { width: 728, height: 90, page: "top-lb" },
	"top-leaderboard-mobile": { width: 320, height: 50, page: "top-lb-mob" },
	"bottom-leaderboard": { width: 728, height: 90, page: "bottom-lb" },
	"bottom-leaderboard-mobile": { width: 320, height: 50, page: "bottom-lb-mob" },
	"side-rectangle": { width: 300, height: 250, page: "side-rectangle" },
} as const satisfies Record<string, { width: number; height: number; page: AdPage }>;
export type AdSlotName = keyof typeof AD_SLOTS;

/** An ad may run its own scripts and navigate on a click, but has no access to this page. */
export const AD_SANDBOX =
	"allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
