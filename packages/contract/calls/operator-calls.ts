import { call } from "../calls.ts";
import type * as operatorAccess from "../operator/access.ts";
import type * as operatorAudit from "../operator/audit.ts";
import type * as operatorClosingLetter from "../operator/closing-letter.ts";
import type * as operatorFeeds from "../operator/feeds.ts";
import type * as operatorJobs from "../operator/jobs.ts";
import type * as operatorMails from "../operator/mails.ts";
import type * as operatorMatchDay from "../operator/match-day.ts";
import type * as operator from "../operator/operator.ts";
import type * as operatorPeople from "../operator/people.ts";
import type * as operatorPlayers from "../operator/players.ts";
import type * as operatorReviews from "../operator/reviews.ts";
import type * as operatorSeasonImport from "../operator/season/season-import.ts";
import type * as operatorSeason from "../operator/season.ts";
import type * as operatorSquads from "../operator/squads.ts";
import type * as operatorStats from "../operator/stats.ts";
import type * as operatorWinners from "../operator/winners.ts";
import type * as announcements from "../site/announcements.ts";
import type * as support from "../site/support.ts";

export const listAnnouncements = call<typeof announcements.listAnnouncements>("GET", "/operator/announcements");
export const announceToAll = call<typeof announcements.announceToAll>("POST", "/operator/announcements");
export const withdrawAnnouncement = call<typeof announcements.withdrawAnnouncement>(
	"POST",
	"/operator/announcements/:id/withdraw",
);
export const showOverview = call<typeof operator.showOverview>("GET", "/operator/overview");
export const silenceAlert = call<typeof operator.silenceAlert>("POST", "/operator/alerts/:id/silence");
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
export const previewLateCorrections = call<typeof operatorReviews.previewLateCorrections>(
	"POST",
	"/operator/late-corrections/preview",
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
export const showMatchDay = call<typeof operatorMatchDay.showMatchDay>("GET", "/operator/rounds/:id/match-day");
export const showClosingLetter = call<typeof operatorClosingLetter.showClosingLetter>(
	"GET",
	"/operator/rounds/:id/closing-letter",
);
export const previewAbandonment = call<typeof operatorMatchDay.previewAbandonment>(
	"GET",
	"/operator/matches/:id/abandonment",
);
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
export const showStatLines = call<typeof operatorStats.showStatLines>("GET", "/operator/matches/:id/lines");
export const previewStats = call<typeof operatorStats.previewStats>("POST", "/operator/matches/:id/lines/preview");
export const correctStatLines = call<typeof operatorStats.correctStatLines>("POST", "/operator/matches/:id/lines");
export const listContactMessages = call<typeof support.listContactMessages>("GET", "/operator/messages");
export const handleContactMessage = call<typeof support.handleContactMessage>("POST", "/operator/messages/:id/handled");
export const listWinners = call<typeof operatorWinners.listWinners>("GET", "/operator/winners");
export const showWinnerAddresses = call<typeof operatorWinners.showWinnerAddresses>(
	"POST",
	"/operator/winners/addresses",
);
export const markWinnerNotified = call<typeof operatorWinners.markWinnerNotified>("POST", "/operator/winners/notified");
