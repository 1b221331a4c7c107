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
import type * as operatorAccess from "./operator/access.ts";
import type * as operatorAudit from "./operator/audit.ts";
import type * as operatorFeeds from "./operator/feeds.ts";
import type * as operatorJobs from "./operator/jobs.ts";
import type * as operatorMails from "./operator/mails.ts";
import type * as operator from "./operator/operator.ts";
import type * as operatorPeople from "./operator/people.ts";
import type * as operatorPlayers from "./operator/players.ts";
import type * as operatorReviews from "./operator/reviews.ts";
import type * as operatorSeason from "./operator/season.ts";
import type * as operatorSeasonImport from "./operator/season-import.ts";
import type * as operatorSquads from "./operator/squads.ts";
import type * as operatorStats from "./operator/stats.ts";
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
export const listAnnouncements = call<typeof announcements.listAnnouncements>("GET", "/operator/announcements");
export const announceToAll = call<typeof announcements.announceToAll>("POST", "/operator/announcements");
export const withdrawAnnouncement = call<typeof announcements.withdrawAnnouncement>(
	"POST",
	"/operator/announcements/:id/withdraw",
);

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

export const showOverview = call<typeof operator.showOverview>("GET", "/operator/overview");

export const showOperatorAccess = call<typeof operatorAccess.showOperatorAccess>("GET", "/operator/access");
export const enrolOperator = call<typeof operatorAccess.enrolOperator>("POST", "/operator/access/enrol");
export const confirmOperator = call<typeof operatorAccess.confirmOperator>("POST", "/operator/access/confirm");
export const verifyOperator = call<typeof operatorAccess.verifyOperator>("POST", "/operator/access/verify");
export const endOperatorAccess = call<typeof operatorAccess.endOperatorAccess>("POST", "/operator/access/leave");

export const listAudit = call<typeof operatorAudit.listAudit>("GET", "/operator/audit");

export const listPayloads = call<typeof operatorFeeds.listPayloads>("GET", "/operator/payloads");
export const showPayload = call<typeof operatorFeeds.showPayload>("GET", "/operator/payloads/:id");
export const releasePayload = call<typeof operatorFeeds.releasePayload>("POST", "/operator/payloads/:id/release");
export const dismissPayload = call<typeof operatorFeeds.dismissPayload>("POST", "/operator/payloads/:id/dismiss");
export const listAnnouncedStarts = call<typeof operatorFeeds.listAnnouncedStarts>("GET", "/operator/announced-starts");
export const uploadStats = call<typeof operatorFeeds.uploadStats>("POST", "/operator/payloads/upload");

export const listJobs = call<typeof operatorJobs.listJobs>("GET", "/operator/jobs");
export const retryJob = call<typeof operatorJobs.retryJob>("POST", "/operator/jobs/:id/retry");

export const listMails = call<typeof operatorMails.listMails>("GET", "/operator/mails");
export const showMail = call<typeof operatorMails.showMail>("GET", "/operator/mails/:id");
export const resendMail = call<typeof operatorMails.resendMail>("POST", "/operator/mails/:id/resend");

export const findUsers = call<typeof operatorPeople.findUsers>("GET", "/operator/users");
export const showUserAccount = call<typeof operatorPeople.showUserAccount>("GET", "/operator/users/:id");
export const setUserActive = call<typeof operatorPeople.setUserActive>("POST", "/operator/users/:id/active");
export const suspendUser = call<typeof operatorPeople.suspendUser>("POST", "/operator/users/:id/suspend");
export const liftSuspension = call<typeof operatorPeople.liftSuspension>("POST", "/operator/users/:id/lift-suspension");
export const signUserOut = call<typeof operatorPeople.signUserOut>("POST", "/operator/users/:id/sign-out");
export const mailPasswordReset = call<typeof operatorPeople.mailPasswordReset>(
	"POST",
	"/operator/users/:id/password-reset",
);
export const listNames = call<typeof operatorPeople.listNames>("GET", "/operator/names");
export const moderateName = call<typeof operatorPeople.moderateName>("POST", "/operator/names/:id");
export const listReports = call<typeof operatorPeople.listReports>("GET", "/operator/reports");
export const settleReport = call<typeof operatorPeople.settleReport>("POST", "/operator/reports/:id");

export const listOperatorPlayers = call<typeof operatorPlayers.listOperatorPlayers>("GET", "/operator/players");
export const changePlayer = call<typeof operatorPlayers.changePlayer>("POST", "/operator/players/:id");
export const addPlayer = call<typeof operatorPlayers.addPlayer>("POST", "/operator/players");
export const markPlayerDeparted = call<typeof operatorPlayers.markPlayerDeparted>(
	"POST",
	"/operator/players/:id/depart",
);
export const changePlayerPhoto = call<typeof operatorPlayers.changePlayerPhoto>("POST", "/operator/players/:id/photo");

export const listOperatorSquads = call<typeof operatorSquads.listOperatorSquads>("GET", "/operator/squads");
export const changeSquadImage = call<typeof operatorSquads.changeSquadImage>("POST", "/operator/squads/:id/image");

export const listStatReviews = call<typeof operatorReviews.listStatReviews>("GET", "/operator/stat-reviews");
export const acceptFaultyLine = call<typeof operatorReviews.acceptFaultyLine>(
	"POST",
	"/operator/stat-reviews/:id/accept",
);
export const dismissFaultyLine = call<typeof operatorReviews.dismissFaultyLine>(
	"POST",
	"/operator/stat-reviews/:id/dismiss",
);
export const previewLateCorrection = call<typeof operatorReviews.previewLateCorrection>(
	"GET",
	"/operator/late-corrections/:id",
);
export const acceptLateCorrection = call<typeof operatorReviews.acceptLateCorrection>(
	"POST",
	"/operator/late-corrections/:id/accept",
);
export const acceptLateCorrections = call<typeof operatorReviews.acceptLateCorrections>(
	"POST",
	"/operator/late-corrections/accept",
);
export const dismissLateCorrection = call<typeof operatorReviews.dismissLateCorrection>(
	"POST",
	"/operator/late-corrections/:id/dismiss",
);

export const listRounds = call<typeof operatorSeason.listRounds>("GET", "/operator/rounds");
export const changeMatch = call<typeof operatorSeason.changeMatch>("POST", "/operator/matches/:id");
export const reviewPrices = call<typeof operatorSeason.reviewPrices>("GET", "/operator/rounds/:id/prices");
export const publishRoundNow = call<typeof operatorSeason.publishRoundNow>("POST", "/operator/rounds/:id/publish");
export const holdRound = call<typeof operatorSeason.holdRound>("POST", "/operator/rounds/:id/hold");
export const releaseRound = call<typeof operatorSeason.releaseRound>("POST", "/operator/rounds/:id/release");
export const rerunPrices = call<typeof operatorSeason.rerunPrices>("POST", "/operator/rounds/:id/rerun-prices");
export const listSeasons = call<typeof operatorSeason.listSeasons>("GET", "/operator/seasons");
export const closeSeason = call<typeof operatorSeason.closeSeason>("POST", "/operator/seasons/close");
export const beginSeason = call<typeof operatorSeason.beginSeason>("POST", "/operator/seasons/:id/begin");
export const setClock = call<typeof operatorSeason.setClock>("POST", "/operator/clock");

export const previewSeason = call<typeof operatorSeasonImport.previewSeason>("POST", "/operator/seasons/preview");
export const importSeasonFiles = call<typeof operatorSeasonImport.importSeasonFiles>(
	"POST",
	"/operator/seasons/import",
);

export const showMatchLines = call<typeof operatorStats.showMatchLines>("GET", "/operator/matches/:id/lines");
export const previewStats = call<typeof operatorStats.previewStats>("POST", "/operator/matches/:id/lines/preview");
export const correctStatLines = call<typeof operatorStats.correctStatLines>("POST", "/operator/matches/:id/lines");

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
export const listContactMessages = call<typeof support.listContactMessages>("GET", "/operator/messages");
export const handleContactMessage = call<typeof support.handleContactMessage>("POST", "/operator/messages/:id/handled");

export const showMyTeam = call<typeof team.showMyTeam>("GET", "/fantasy/team/show-my");
export const updateTeam = call<typeof team.updateTeam>("POST", "/fantasy/team/update");
export const autofillTeam = call<typeof team.autofillTeam>("POST", "/fantasy/team/autopick");
export const showTeamRank = call<typeof team.showTeamRank>("GET", "/fantasy/team/overall-rank");
export const showProjectedField = call<typeof team.showProjectedField>("GET", "/fantasy/team/projected-field");

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
export const showTeamHistoryOf = call<typeof teamHistory.showTeamHistoryOf>(
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
