import type { League } from "@first-bounce/contract/leagues/league";
import { showRecoverableLeagues } from "@first-bounce/contract/leagues/league-recover";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { useSeasonTimer } from "../../../live/season-clock.ts";
import frame from "../frame/frame.module.css";
import { InvitePanel } from "../invite/invite-panel.tsx";
import { buildDefaultForm, type FormerLeague, listStartRounds } from "../model/league-form.ts";
import styles from "./create.module.css";
import { DetailsStep } from "./details-step.tsx";

interface Props {
	readonly season: Season;
	readonly former: FormerLeague | null;
	/** The requested league of last season cannot be regenerated. */
	readonly isUnavailable: boolean;
}

const Create = ({ season, former, isUnavailable }: Props) => {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const timer = useSeasonTimer();
	const [createdLeague, setCreatedLeague] = useState<League | null>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const startRoundIds = listStartRounds(season.rounds, timer.now(), season.rules.lastRound);
	const handleCreated = (league: League, invited: number) => {
		setCreatedLeague(league);
		if (former && invited > 0) showToast({ tone: "good", text: t("leagues.invite.sentFormer") });
		scrollTo({ top: 0 });
		heading.current?.focus();
	};
	const isDraft = createdLeague?.class === "draft";
	const title = createdLeague
		? t("leagues.create.created")
		: t(former ? "leagues.create.regenerateTitle" : "leagues.create.title");
	return (
		<div className={`${frame.page} ${styles.create}`}>
			<title>{t("app.title", { page: title })}</title>
			<header className={frame.head}>
				<h1 ref={heading} tabIndex={-1}>
					{title}
				</h1>
				{createdLeague ? (
					<Button
						variant="main"
						onPress={() => void navigate((isDraft ? paths.draft : paths.league).to(createdLeague.id))}
					>
						{t(isDraft ? "leagues.create.viewDraft" : "leagues.create.view")}
					</Button>
				) : null}
			</header>
			{isUnavailable && !createdLeague ? <Notice tone="warn">{t("leagues.create.gone")}</Notice> : null}
			{createdLeague ? (
				<>
					<h2 className={styles.inviteTitle}>{t("leagues.create.inviteTitle")}</h2>
					<InvitePanel league={createdLeague} />
				</>
			) : (
				<DetailsStep
					defaults={buildDefaultForm(startRoundIds, season.rules.leagues.h2hSizes)}
					startRoundIds={startRoundIds}
					season={season}
					former={former}
					onCreated={handleCreated}
				/>
			)}
		</div>
	);
};

/** Creates a league in two steps: details, then invitations. */
export const CreateScreen = () => {
	const [search] = useSearchParams();
	const requestedId = search.get("recover") ?? search.get("regenerate");
	const season = useSeason();
	const timer = useSeasonTimer();
	const recoverable = useQuietCall(showRecoverableLeagues, {}, { enabled: requestedId !== null });
	// Stored in state, because the league leaves the list once it is regenerated.
	const [former, setFormer] = useState<FormerLeague | null>(null);
	const listed = recoverable.data?.leagues.find(({ id }) => String(id) === requestedId);
	if (listed && former?.id !== listed.id) setFormer(listed);
	if (season.state !== "ready" || !timer.isKnown || (requestedId !== null && !recoverable.data))
		return (
			<LoadingOrError
				of={requestedId === null ? [season] : [season, recoverable]}
				height="70vh"
				radius="var(--radius-xl)"
			/>
		);
	const isUnavailable = requestedId !== null && former === null;
	return <Create key={requestedId} season={season.value} former={former} isUnavailable={isUnavailable} />;
};
