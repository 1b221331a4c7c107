import { type DraftLeague, showDraftLeague } from "@first-bounce/contract/draft/draft";
import { changeDraftSettings } from "@first-bounce/contract/draft/draft-process";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import { LINES } from "@first-bounce/rules/player";
import type { TFunction } from "i18next";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useQuietCall } from "../../../../api/use-quiet-call.ts";
import { useSeason } from "../../../../api/use-season.ts";
import { Button } from "../../../../components/button/button.tsx";
import { CallForm } from "../../../../components/form-card/call-form.tsx";
import { LoadingOrError } from "../../../../components/states/loading-or-error.tsx";
import { useFormCall } from "../../../../draft-league/use-form-call.ts";
import { FactList, formatOnOff } from "../../about/league-facts.tsx";
import { ClockFields, FurtherDraftFields } from "../../create/draft-fields.tsx";
import { FormatFields, SeasonFields } from "../../create/season-fields.tsx";
import frame from "../../frame/frame.module.css";
import { useRoundName } from "../../frame/use-league-description.ts";
import { useLeague } from "../../league/use-league.ts";
import {
	buildDraftForm,
	buildFormatBody,
	buildSettingsBody,
	HOUR_SECONDS,
	type WithDraft,
} from "../../model/draft-form.ts";
import styles from "../lobby/lobby.module.css";
import { useDraftRefresh } from "../use-draft-refresh.ts";

interface Props {
	readonly league: DraftLeague;
}

/** Lists what happens to squads next season, in words. */
function listFormatFacts({ format, maxKeepers, maxKeeperYears, minDelists }: DraftLeague, t: TFunction): string[][] {
	const facts = [[t("leagues.format.label"), t(`leagues.format.${format}`)]];
	if (format === "dynasty")
		facts.push([t("leagues.format.minDelists"), t("leagues.format.players", { count: minDelists })]);
	if (format !== "keeper") return facts;
	const years =
		maxKeeperYears === null ? t("leagues.format.anyYears") : t("leagues.format.years", { count: maxKeeperYears });
	return [
		...facts,
		[t("leagues.format.maxKeepers"), t("leagues.format.players", { count: maxKeepers })],
		[t("leagues.format.maxYears"), years],
	];
}

const Facts = ({ league }: Props) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const { clock, pickTurnTime, nightPause, timeZone, squad, size, numTeams } = league;
	const time =
		clock === "live"
			? t("leagues.draft.seconds", { count: pickTurnTime })
			: t("leagues.draft.hours", { count: pickTurnTime / HOUR_SECONDS });
	const hasReview = league.tradeReview !== "none" && league.tradeReviewHours > 0;
	const reviewTime = t("leagues.draft.hours", { count: league.tradeReviewHours });
	const review = `${t(`leagues.draft.tradeReviews.${league.tradeReview}`)}, ${reviewTime}`;
	const listPlaces = (places: Readonly<Record<(typeof LINES)[number], number>>) =>
		LINES.map((line) => `${places[line]}\u00a0${t(`line.${line}`)}`).join(" · ");
	const facts = [
		[t("leagues.draft.size"), t("leagues.teamsOf", { count: numTeams, size })],
		[t("leagues.draft.clock"), t(`leagues.draft.${clock}`)],
		[t("leagues.draft.pickTime"), time],
		...(nightPause
			? [[t("leagues.draft.nightPause"), `${nightPause.from}–${nightPause.to}, ${timeZone.replaceAll("_", " ")}`]]
			: []),
		[t("leagues.draft.type"), t(`leagues.draft.types.${league.draftType}`)],
		[t("leagues.draft.captain"), formatOnOff(league.captainDoubled, t)],
		[t("leagues.draft.squad"), t("leagues.draft.squadOf", { count: getSquadSize(squad) })],
		[t("leagues.draft.field"), listPlaces(squad.field)],
		[t("leagues.draft.bench"), listPlaces(squad.bench)],
		[t("leagues.draft.limit"), listPlaces(squad.limits)],
		[t("leagues.draft.utilityScores"), formatOnOff(squad.utilityScores, t)],
		[t("leagues.draft.waiverPriority"), t(`leagues.draft.waiverPriorities.${league.waiverPriority}`)],
		[t("leagues.draft.tradeReview"), hasReview ? review : t("leagues.draft.tradeReviews.none")],
		[
			t("leagues.draft.tradeDeadline"),
			league.tradeDeadline === null
				? t("leagues.draft.tradeDeadlineNone")
				: t("leagues.draft.tradeDeadlineBefore", { round: formatRoundName(league.tradeDeadline) }),
		],
		[t("leagues.draft.protectsBest"), formatOnOff(league.protectsBest, t)],
		[t("leagues.draft.hasInjuredPlace"), formatOnOff(league.hasInjuredPlace, t)],
		...listFormatFacts(league, t),
	];
	return <FactList facts={facts} />;
};

const SettingsForm = ({ league, onClose }: Props & { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const season = useSeason();
	const [initial] = useState(() => buildDraftForm(league, league.size));
	const form = useForm<WithDraft>({ defaultValues: { draft: initial } });
	const change = useFormCall(changeDraftSettings, {
		refresh: useDraftRefresh(league.id),
		getText: () => t("leagues.draft.saved"),
		onDone: onClose,
	});
	const submit = form.handleSubmit(({ draft }) =>
		change.mutate({
			params: { id: league.id },
			body: league.may.convert ? buildFormatBody(draft) : buildSettingsBody(draft, initial, league.size),
		}),
	);
	return (
		<CallForm
			place="card"
			call={change}
			submitLabel={t("leagues.lobby.save")}
			onSubmit={() => void submit()}
			onClose={onClose}
		>
			<FormProvider {...form}>
				{league.may.convert ? (
					<FormatFields />
				) : (
					<>
						<ClockFields size={league.size} />
						{season.state === "ready" ? (
							<>
								<FurtherDraftFields size={league.size} season={season.value} />
								<SeasonFields season={season.value} />
							</>
						) : null}
					</>
				)}
			</FormProvider>
		</CallForm>
	);
};

/** The settings of a draft. Its commissioner may change them until it starts, and the league's format after the season. */
export const DraftSettingsCard = ({ id, league }: Props & { readonly id?: string }) => {
	const { t } = useTranslation();
	const [isEditing, setEditing] = useState(false);
	const isPrepared = league.draftStatus === "setup" || league.draftStatus === "scheduled";
	const mayChange = league.may.changeSettings || league.may.convert;
	return (
		<section className={`${frame.card} ${frame.stack} ${styles.part}`} id={id} tabIndex={-1}>
			<header className={frame.title}>
				<h2>{t("leagues.draft.settings")}</h2>
				{mayChange && !isEditing ? (
					<Button variant="quiet" onPress={() => setEditing(true)}>
						{t(league.may.convert ? "leagues.format.convert" : "leagues.draft.change")}
					</Button>
				) : null}
			</header>
			{isPrepared ? null : <p className={frame.hint}>{t("leagues.draft.locked")}</p>}
			{isEditing && mayChange ? (
				<SettingsForm league={league} onClose={() => setEditing(false)} />
			) : (
				<Facts league={league} />
			)}
		</section>
	);
};

/** The settings of the draft, on the pages of its league. */
export const LeagueDraftSettings = () => {
	const query = useQuietCall(showDraftLeague, { params: { id: useLeague().id } });
	if (!query.data) return <LoadingOrError of={[query]} height="300px" />;
	return <DraftSettingsCard league={query.data.league} />;
};
