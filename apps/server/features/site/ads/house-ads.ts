import type { AdPage, AdTarget } from "@first-bounce/contract/site/ads";

/** Pattern and colours of a guernsey in an ad's picture. */
export interface AdKit {
	readonly pattern: "hoops" | "sash" | "yoke" | "stripes";
	readonly body: string;
	/** The colour of the pattern. */
	readonly mark: string;
}

interface HouseAd {
	readonly target: AdTarget;
	/** Whether its page is open to visitors. */
	readonly isPublic: boolean;
	/** The numbers on the guernseys, from left to right. */
	readonly numbers: readonly [string, string, string];
	readonly kits: readonly [AdKit, AdKit, AdKit];
}

const NAVY_HOOPS: AdKit = { pattern: "hoops", body: "#1c2750", mark: "#f4f2ec" };
const CORAL_SASH: AdKit = { pattern: "sash", body: "#10162b", mark: "#ff5a3c" };
const GOLD_YOKE: AdKit = { pattern: "yoke", body: "#f5b638", mark: "#6b1532" };
const SKY_STRIPES: AdKit = { pattern: "stripes", body: "#f4f2ec", mark: "#2f7fd1" };

export const HOUSE_ADS = {
	play: { target: "/", isPublic: true, numbers: ["8", "21", "3"], kits: [NAVY_HOOPS, CORAL_SASH, GOLD_YOKE] },
	league: {
		target: "/leagues/create",
		isPublic: false,
		numbers: ["7", "12", "4"],
		kits: [GOLD_YOKE, NAVY_HOOPS, SKY_STRIPES],
	},
	rankings: {
		target: "/rankings",
		isPublic: false,
		numbers: ["2", "1", "3"],
		kits: [SKY_STRIPES, CORAL_SASH, NAVY_HOOPS],
	},
	stats: {
		target: "/stats-centre",
		isPublic: false,
		numbers: ["18", "27", "33"],
		kits: [NAVY_HOOPS, SKY_STRIPES, GOLD_YOKE],
	},
	rules: {
		target: "/help/game-rules",
		isPublic: true,
		numbers: ["1", "6", "2"],
		kits: [SKY_STRIPES, GOLD_YOKE, CORAL_SASH],
	},
	prizes: {
		target: "/help/prizes",
		isPublic: true,
		numbers: ["9", "1", "5"],
		kits: [CORAL_SASH, GOLD_YOKE, NAVY_HOOPS],
	},
} as const satisfies Record<string, HouseAd>;
export type HouseAdName = keyof typeof HOUSE_ADS;

/** The built-in ads of each slot in order of preference. Slots of one page differ. */
const PREFERENCES: Readonly<Record<AdPage, readonly HouseAdName[]>> = {
	billboard: ["league", "stats", "play"],
	"mobile-billboard": ["league", "stats", "play"],
	"below-the-fold-billboard": ["rankings", "rules", "prizes"],
	"medium-rectangle": ["rankings", "rules", "prizes"],
	"top-lb": ["league", "rankings", "play"],
	"top-lb-mob": ["league", "rankings", "play"],
	"bottom-lb": ["rules", "prizes"],
	"bottom-lb-mob": ["rules", "prizes"],
	"side-rectangle": ["stats", "rankings", "prizes", "rules"],
	"desktop-medium-rectangle": ["prizes", "rules"],
};

/** Chooses the built-in ad of a slot: one that the viewer may open, and that does not link to the page it is on. */
export function chooseHouseAd(
	page: AdPage,
	{ currentPath, isSignedIn }: { readonly currentPath: string | null; readonly isSignedIn: boolean },
): HouseAdName {
	const isSuitable = (name: HouseAdName) => {
		const { target, isPublic } = HOUSE_ADS[name];
		return target !== currentPath && (isSignedIn || isPublic);
	};
	return PREFERENCES[page].find(isSuitable) ?? "play";
}
