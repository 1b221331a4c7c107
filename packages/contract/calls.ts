import type * as account from "./accounts/account.ts";
import type * as auth from "./accounts/auth.ts";
import type * as devices from "./accounts/devices.ts";
import type * as notifications from "./accounts/notifications.ts";
import type * as ownData from "./accounts/own-data.ts";
import type * as user from "./accounts/user.ts";
import type { BodyOf, Call, CallDefinition, ParamsOf, QueryOf, SuccessOf } from "./call.ts";
import type * as clock from "./clock.ts";
import type * as league from "./leagues/league.ts";
import type * as leagueActions from "./leagues/league-actions.ts";
import type * as leagueActivity from "./leagues/league-activity.ts";
import type * as leagueInvites from "./leagues/league-invites.ts";
import type * as leagueLadder from "./leagues/league-ladder.ts";
import type * as leagueRecover from "./leagues/league-recover.ts";
import type * as announcements from "./site/announcements.ts";
import type * as preview from "./site/preview.ts";
import type * as status from "./site/status.ts";
import type * as support from "./site/support.ts";
import type * as rankings from "./stats/rankings.ts";
import type * as scoreLedger from "./stats/score-ledger.ts";
import type * as seasonReport from "./stats/season-report.ts";
import type * as favourites from "./team/favourites.ts";
import type * as team from "./team/team.ts";
import type * as teamActions from "./team/team-actions.ts";
import type * as teamHistory from "./team/team-history.ts";
import type * as trade from "./team/trade.ts";

/** A call as the web uses it: with the types of its schemas, but without loading them or zod. */
export const call = <Definition extends CallDefinition>(
	method: Definition["method"],
	path: Definition["path"],
): Call<ParamsOf<Definition>, QueryOf<Definition>, BodyOf<Definition>, SuccessOf<Definition>> => ({ method, path });

export const updateUser = call<typeof account.updateUser>("POST", "/user/update");
export const updateProfile = call<typeof account.updateProfile>("POST", "/fantasy/user-profile/update");
export const deactivateAccount = call<typeof account.deactivateAccount>("POST", "/user/deactivate-account");
export const eraseAccount = call<typeof account.eraseAccount>("POST", "/user/erase-account");
export const recoverUser = call<typeof account.recoverUser>("POST", "/user/recover");
export const requestEmailVerification = call<typeof account.requestEmailVerification>(
	"POST",
	"/user/verify-email/request",
);
export const verifyEmail = call<typeof account.verifyEmail>("POST", "/user/verify-email");
export const changeEmail = call<typeof account.changeEmail>("POST", "/user/change-email");
export const changePassword = call<typeof account.changePassword>("POST", "/user/change-password");
export const requestPasswordReset = call<typeof account.requestPasswordReset>("POST", "/password_reset/request");
export const resetPassword = call<typeof account.resetPassword>("POST", "/password_reset");

export const showAnnouncements = call<typeof announcements.showAnnouncements>("GET", "/announcements");

export const aflIdLogin = call<typeof auth.aflIdLogin>("POST", "/afl-id/login");
export const aflIdRegister = call<typeof auth.aflIdRegister>("POST", "/afl-id/register");
export const authLogout = call<typeof auth.authLogout>("POST", "/auth/logout");
export const showSignInOptions = call<typeof auth.showSignInOptions>("GET", "/auth/options");

export const showClock = call<typeof clock.showClock>("GET", "/season/clock");
export const playDemoRound = call<typeof clock.playDemoRound>("POST", "/demo/play-round");
export const signInToDemo = call<typeof clock.signInToDemo>("POST", "/demo/sign-in");

export const listDevices = call<typeof devices.listDevices>("GET", "/user/devices");
export const endDevice = call<typeof devices.endDevice>("POST", "/user/devices/end");
export const endOtherDevices = call<typeof devices.endOtherDevices>("POST", "/user/devices/end-others");

export const showFavourites = call<typeof favourites.showFavourites>(
	"GET",
	"/fantasy/favourite-player/show-favourites",
);
export const addFavourite = call<typeof favourites.addFavourite>("POST", "/fantasy/favourite-player/add");
export const removeFavourite = call<typeof favourites.removeFavourite>("POST", "/fantasy/favourite-player/remove");

export const showMyLeagues = call<typeof league.showMyLeagues>("GET", "/fantasy/leagues");
export const showLeague = call<typeof league.showLeague>("GET", "/fantasy/league/:id");
export const showLeagueByCode = call<typeof league.showLeagueByCode>("GET", "/public/fantasy/league/:code/details");
export const showLeaguesToJoin = call<typeof league.showLeaguesToJoin>("GET", "/fantasy/league/show-for-join");
export const showLeagueUsers = call<typeof league.showLeagueUsers>("GET", "/fantasy/league/:id/league-users");

export const createLeague = call<typeof leagueActions.createLeague>("POST", "/fantasy/league");
export const updateLeague = call<typeof leagueActions.updateLeague>("POST", "/fantasy/league/:id");
export const joinLeague = call<typeof leagueActions.joinLeague>("POST", "/fantasy/league/:code/join");
export const leaveLeague = call<typeof leagueActions.leaveLeague>("POST", "/fantasy/league/:id/leave");
export const removeLeagueUser = call<typeof leagueActions.removeLeagueUser>("POST", "/fantasy/league/:id/user/:userId");
export const deleteLeague = call<typeof leagueActions.deleteLeague>("POST", "/fantasy/league/:id/delete");

export const listLeagueActivity = call<typeof leagueActivity.listLeagueActivity>("GET", "/fantasy/league/:id/feed");
export const announceToLeague = call<typeof leagueActivity.announceToLeague>("POST", "/fantasy/league/:id/announce");
export const reportAnnouncement = call<typeof leagueActivity.reportAnnouncement>(
	"POST",
	"/fantasy/league/:id/feed/:eventId/report",
);
export const removeAnnouncement = call<typeof leagueActivity.removeAnnouncement>(
	"POST",
	"/fantasy/league/:id/feed/:eventId/remove",
);

export const showLeagueInvites = call<typeof leagueInvites.showLeagueInvites>("GET", "/fantasy/league/user-invites");
export const inviteToLeague = call<typeof leagueInvites.inviteToLeague>("POST", "/fantasy/league/:id/invite");
export const declineInvite = call<typeof leagueInvites.declineInvite>("POST", "/fantasy/league/:id/decline-invite");
export const unsubscribeFromInvites = call<typeof leagueInvites.unsubscribeFromInvites>(
	"POST",
	"/public/fantasy/league/unsubscribe/:token",
);

export const showLeagueLadder = call<typeof leagueLadder.showLeagueLadder>("GET", "/fantasy/ranks/h2h-league");
export const showMatchUps = call<typeof leagueLadder.showMatchUps>("POST", "/fantasy/league/h2h-match-ups");

export const showRecoverableLeagues = call<typeof leagueRecover.showRecoverableLeagues>(
	"GET",
	"/fantasy/league/recover/list",
);
export const skipLeagueRecovery = call<typeof leagueRecover.skipLeagueRecovery>(
	"POST",
	"/fantasy/league/recover/skip/:leagueId",
);

export const showNotifications = call<typeof notifications.showNotifications>("GET", "/user/notifications");
export const saveNotificationPreferences = call<typeof notifications.saveNotificationPreferences>(
	"POST",
	"/user/notifications/preferences",
);
export const subscribeToPush = call<typeof notifications.subscribeToPush>("POST", "/user/notifications/subscribe");
export const unsubscribeFromPush = call<typeof notifications.unsubscribeFromPush>(
	"POST",
	"/user/notifications/unsubscribe",
);
export const sendTestPush = call<typeof notifications.sendTestPush>("POST", "/user/notifications/test");

export const exportOwnData = call<typeof ownData.exportOwnData>("GET", "/user/export");

export const showPreviewGate = call<typeof preview.showPreviewGate>("GET", "/preview");
export const unlockPreview = call<typeof preview.unlockPreview>("POST", "/preview/unlock");

export const showRankings = call<typeof rankings.showRankings>("GET", "/fantasy/ranks/open-league");

export const showScoreLedger = call<typeof scoreLedger.showScoreLedger>(
	"GET",
	"/fantasy/team/score-ledger/:roundId/:teamId",
);

export const showSeasonReport = call<typeof seasonReport.showSeasonReport>("GET", "/fantasy/team/season-report");

export const showStatus = call<typeof status.showStatus>("GET", "/status");

export const sendContactMessage = call<typeof support.sendContactMessage>("POST", "/support/contact");

export const showMyTeam = call<typeof team.showMyTeam>("GET", "/fantasy/team/show-my");
export const updateTeam = call<typeof team.updateTeam>("POST", "/fantasy/team/update");
export const autofillTeam = call<typeof team.autofillTeam>("POST", "/fantasy/team/autopick");
export const showTeamRank = call<typeof team.showTeamRank>("GET", "/fantasy/team/overall-rank");
export const showProjectedTotals = call<typeof team.showProjectedTotals>("GET", "/fantasy/team/projected-totals");

export const swapInTeam = call<typeof teamActions.swapInTeam>("POST", "/fantasy/team/swap");
export const changeTeamCaptain = call<typeof teamActions.changeTeamCaptain>("POST", "/fantasy/team/change-captain");
export const changeTeamEmergency = call<typeof teamActions.changeTeamEmergency>(
	"POST",
	"/fantasy/team/change-emergency",
);
export const rollBackTeam = call<typeof teamActions.rollBackTeam>("POST", "/fantasy/team/rollback");
export const readReceipt = call<typeof teamActions.readReceipt>("GET", "/fantasy/team/receipt/:id");
export const listActions = call<typeof teamActions.listActions>("GET", "/fantasy/team/actions");

export const showTeamHistory = call<typeof teamHistory.showTeamHistory>(
	"GET",
	"/fantasy/team-history/get-by-round/:roundId",
);
export const showUserTeamHistory = call<typeof teamHistory.showUserTeamHistory>(
	"GET",
	"/fantasy/team-history/get-by-round-and-user/:roundId/:userId",
);

export const listTrades = call<typeof trade.listTrades>("GET", "/fantasy/trade/list");
export const submitTrades = call<typeof trade.submitTrades>("POST", "/fantasy/trade/make");
export const reverseSavedTrades = call<typeof trade.reverseSavedTrades>("POST", "/fantasy/trade/reverse");

export const getUser = call<typeof user.getUser>("GET", "/user");
export const showMyProfile = call<typeof user.showMyProfile>("GET", "/fantasy/user-profile/show-my");
export const checkTeamName = call<typeof user.checkTeamName>("POST", "/user/check-team-name");
export const checkTeamNamePublic = call<typeof user.checkTeamNamePublic>(
	"POST",
	"/public/fantasy/user-profile/check-team-name",
);
