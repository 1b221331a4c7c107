export const WAIVER_PRIORITIES = ["rolling", "reverse-ladder", "budget"] as const;
export const CLAIM_PROBLEMS = [
	"player-taken",
	"player-locked",
	"player-gone",
	"dropped-by-you",
	"drop-not-owned",
	"drop-locked",
	"drop-reserved",
	"drop-protected",
	"squad-full",
	"position-full",
	"lineup-locked",
	"over-budget",
	"group-done",
	"season-over",
] as const;
