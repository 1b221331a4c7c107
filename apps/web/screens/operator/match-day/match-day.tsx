import { showClosingLetter } from "@first-bounce/contract/operator/closing-letter";
import { type MatchDayMatch, showMatchDay } from "@first-bounce/contract/operator/match-day";
import { listRounds } from "@first-bounce/contract/operator/season";
import { announceToAll } from "@first-bounce/contract/site/announcements";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Notice } from "../../../components/states/states.tsx";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { ActionButton, Allowed } from "../parts/role.tsx";
import { type OperatorRound, RoundChoice, useSelectedRound } from "../parts/round-choice.tsx";
import { useClubs } from "../parts/use-clubs.ts";
import { AnnounceDialog } from "./announce-dialog.tsx";
import { ClosingLetterContent } from "./closing-letter.tsx";
import { MatchCard } from "./match-card.tsx";
import styles from "./match-day.module.css";
import { MatchDialog } from "./match-dialog.tsx";
import { RoundHold } from "./round-hold.tsx";

/** The live stream reports changes; this interval is for times when it is down. */
const REFRESH_MS = 30_000;

type Dialog = { readonly kind: "change" | "announce"; readonly shown: MatchDayMatch };

const RoundPanel = ({
	round,
	rounds,
}: {
	readonly round: OperatorRound;
	readonly rounds: readonly OperatorRound[];
}) => {
	const { t } = useTranslation("operator");
	const { getShortName } = useClubs();
	const [dialog, setDialog] = useState<Dialog | null>(null);
	const [isAnnouncing, setIsAnnouncing] = useState(false);
	const query = useCall(showMatchDay, { params: { id: round.id } }, { refetchInterval: REFRESH_MS });
	const getName = ({ home, away }: MatchDayMatch) => `${getShortName(home.squadId)} – ${getShortName(away.squadId)}`;
	const close = () => setDialog(null);
	return (
		<>
			<div className={styles.round}>
				<RoundHold round={round} />
				<ActionButton call={announceToAll} onPress={() => setIsAnnouncing(true)}>
					{t("matchDay.announce")}
				</ActionButton>
			</div>
			<QueryContent
				query={query}
				empty={{
					when: ({ matches }) => matches.length === 0,
					title: t("matchDay.none"),
					text: t("matchDay.noneText"),
				}}
			>
				{({ at, feed, quarantined, matches }) => (
					<>
						{feed && feed.failures > 0 ? (
							<Notice tone="bad">
								{t(feed.isRefused ? "overview.refused" : "overview.failing", {
									source: feed.source,
									count: feed.failures,
									problem: feed.lastFault ?? "–",
								})}
							</Notice>
						) : null}
						{quarantined > 0 ? (
							<Notice tone="warn" action={<Link to={paths.operator.to("feeds")}>{t("section.feeds")}</Link>}>
								{t("matchDay.quarantined", { count: quarantined })}
							</Notice>
						) : null}
						<ul className={styles.matches}>
							{matches.map((shown) => (
								<MatchCard
									key={shown.match.id}
									shown={shown}
									name={getName(shown)}
									answeredAt={at}
									receivedAt={query.dataUpdatedAt}
									onChange={() => setDialog({ kind: "change", shown })}
									onAnnounce={() => setDialog({ kind: "announce", shown })}
								/>
							))}
						</ul>
					</>
				)}
			</QueryContent>
			{dialog?.kind === "change" ? (
				<MatchDialog match={dialog.shown.match} name={getName(dialog.shown)} rounds={rounds} onClose={close} />
			) : null}
			{dialog?.kind === "announce" ? (
				<AnnounceDialog match={dialog.shown.match} name={getName(dialog.shown)} onClose={close} />
			) : null}
			{isAnnouncing ? (
				<AnnounceDialog
					match={null}
					name={t("overview.round", { id: round.id })}
					onClose={() => setIsAnnouncing(false)}
				/>
			) : null}
		</>
	);
};

const MatchDay = ({ rounds }: { readonly rounds: readonly OperatorRound[] }) => {
	const { t } = useTranslation("operator");
	const [search] = useSearchParams();
	const { round, choose } = useSelectedRound(rounds, Number(search.get("round")) || null);
	return (
		<Panel
			title={t("section.rounds")}
			text={t("rounds.text")}
			tools={<RoundChoice rounds={rounds} value={round} onChange={choose} />}
		>
			{round?.phase === "complete" ? (
				<Allowed call={showClosingLetter}>
					<ClosingLetterContent roundId={round.id} />
				</Allowed>
			) : null}
			{round ? <RoundPanel key={round.id} round={round} rounds={rounds} /> : null}
		</Panel>
	);
};

/** A round's matches with their feeds and totals, and the operator's actions. */
export const MatchDaySection = () => (
	<QueryContent query={useCall(listRounds, {}, { refetchInterval: REFRESH_MS })}>
		{({ rounds }) => <MatchDay rounds={rounds} />}
	</QueryContent>
);
