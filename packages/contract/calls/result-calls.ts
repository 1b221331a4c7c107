import type * as notifications from "../accounts/notifications.ts";
import { call } from "../calls.ts";
import type * as share from "../site/share.ts";
import type * as roundResult from "../stats/round-result.ts";

export const showRoundResult = call<typeof roundResult.showRoundResult>("GET", "/fantasy/team/round-result/:roundId");

export const unsubscribeFromResultMails = call<typeof notifications.unsubscribeFromResultMails>(
	"POST",
	"/public/user/result-mails/unsubscribe/:token",
);

export const shareTeam = call<typeof share.shareTeam>("POST", "/share/team/:roundId");
export const shareTrades = call<typeof share.shareTrades>("POST", "/share/trade/:roundId");
export const shareResult = call<typeof share.shareResult>("POST", "/share/result/:roundId");
