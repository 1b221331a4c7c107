import { MAX_RECAP_LENGTH } from "@first-bounce/contract/constants";
import { postRecap, showRecap } from "@first-bounce/contract/conversation-calls";
import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./cards.module.css";

interface Props {
	readonly leagueId: number;
	readonly onPosted: (message: LeagueMessage) => void;
}

/** The draft recap of the last round, which the commissioner posts as it is or edited. */
export const RecapPanel = ({ leagueId, onPosted }: Props) => {
	const { t } = useTranslation();
	const roundName = useRoundName();
	const queries = useQueryClient();
	const params = { id: leagueId };
	const { data } = useCall(showRecap, { params }, { meta: { noErrorModal: true } });
	const [edited, setEdited] = useState<string | null>(null);
	const post = useCallMutation(postRecap, {
		onSuccess: ({ message }) => {
			queries.setQueryData(callKey(showRecap, { params }), { recap: null });
			setEdited(null);
			onPosted(message);
		},
	});
	const recap = data?.recap;
	if (!recap) return null;
	const round = roundName(recap.roundId);
	const text = edited === recap.text ? null : edited;
	return (
		<section className={styles.panel} aria-label={t("leagues.recap.title", { round })}>
			<h2>{t("leagues.recap.title", { round })}</h2>
			{edited === null ? (
				<p className={styles.preview}>{recap.text}</p>
			) : (
				<textarea
					className={styles.draft}
					rows={10}
					maxLength={MAX_RECAP_LENGTH}
					aria-label={t("leagues.recap.field")}
					value={edited}
					onChange={(event) => setEdited(event.target.value)}
				/>
			)}
			<div className={styles.actions}>
				<Button
					variant="main"
					isPending={post.isPending}
					isDisabled={edited?.trim() === ""}
					onPress={() => post.mutate({ params, body: { roundId: recap.roundId, text } })}
				>
					{t("leagues.recap.post")}
				</Button>
				<Button onPress={() => setEdited(edited === null ? recap.text : null)}>
					{t(edited === null ? "leagues.recap.edit" : "state.cancel")}
				</Button>
			</div>
		</section>
	);
};
