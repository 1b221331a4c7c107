import { showLeagueByCode } from "@first-bounce/contract/calls";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { getCrestColours } from "../../../components/league-crest/crest-style.ts";
import { LeagueCrest } from "../../../components/league-crest/league-crest.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { useLeagueDescription } from "../frame/use-league-description.ts";
import styles from "./join.module.css";
import { JoinButton } from "./join-button.tsx";
import type { JoinFlow } from "./use-join.ts";

interface Props {
	readonly code: string;
	/** The token of the invitation email, which stays valid if the league's code is renewed. */
	readonly invite: string | null;
	readonly joining: JoinFlow;
}

/** The league of the code in the URL. */
export const InvitedCard = ({ code, invite, joining }: Props) => {
	const { t } = useTranslation();
	const describe = useLeagueDescription();
	const { data, error } = useCall(
		showLeagueByCode,
		{ params: { code }, ...(invite ? { query: { invite } } : {}) },
		{ meta: { opensNoModal: true } },
	);
	if (error) return <Notice tone="warn">{getErrorMessage(error, t)}</Notice>;
	if (!data) return <Skeleton height="210px" radius="var(--radius-xl)" />;
	const { league } = data;
	const [field, bend] = getCrestColours(league.colour);
	const name = league.leagueCommissioner.teamName || t("leagues.former");
	return (
		<section className={styles.invited} style={{ "--field": field, "--bend": bend } as CSSProperties}>
			<LeagueCrest league={league} size={112} />
			<div>
				<p>{t("leagues.join.invitedTo")}</p>
				<h2>{league.name}</h2>
				<p className={styles.facts}>
					{[...describe(league), t("leagues.runBy", { name })].map((fact) => (
						<span key={fact}>{fact}</span>
					))}
				</p>
				<div className={styles.press}>
					<JoinButton league={league} joining={joining} isMain />
				</div>
			</div>
		</section>
	);
};
