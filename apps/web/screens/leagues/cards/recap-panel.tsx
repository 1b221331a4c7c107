import { MAX_RECAP_LENGTH } from "@first-bounce/contract/constants";
import { postRecap, showRecap } from "@first-bounce/contract/leagues/conversation";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { QueryError } from "../../../components/states/states.tsx";
import { useChat } from "../conversation/use-chat.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./cards.module.css";

/** The draft recap of the last round, which the commissioner posts as it is or edited. */
export const RecapPanel = () => {
	const { t } = useTranslation();
	const { leagueId, applyMessage } = useChat();
	const formatRoundName = useRoundName();
	const queries = useQueryClient();
	const params = { id: leagueId };
	const query = useCall(showRecap, { params }, { meta: { noErrorModal: true } });
	const [draft, setDraft] = useState<{ readonly roundId: number; readonly text: string } | null>(null);
	const post = useCallMutation(postRecap, {
		onSuccess: ({ message }) => {
			queries.setQueryData(callKey(showRecap, { params }), { recap: null });
			setDraft(null);
			applyMessage(message);
		},
	});
	const recap = query.data?.recap;
	if (!recap) return <QueryError queries={[query]} />;
	// A draft that is being edited belongs to its round, even if the next round's recap is written meanwhile.
	const roundId = draft?.roundId ?? recap.roundId;
	const round = formatRoundName(roundId);
	const isUnchanged = draft === null || (draft.roundId === recap.roundId && draft.text === recap.text);
	return (
		<section className={styles.panel} aria-label={t("leagues.recap.title", { round })}>
			<h2>{t("leagues.recap.title", { round })}</h2>
			{draft === null ? (
				<p className={styles.preview}>{recap.text}</p>
			) : (
				<textarea
					className={styles.draft}
					rows={10}
					maxLength={MAX_RECAP_LENGTH}
					aria-label={t("leagues.recap.field")}
					value={draft.text}
					onChange={(event) => setDraft({ roundId, text: event.target.value })}
				/>
			)}
			<div className={styles.actions}>
				<Button
					variant="main"
					isPending={post.isPending}
					isDisabled={draft?.text.trim() === ""}
					onPress={() => post.mutate({ params, body: { roundId, text: isUnchanged ? null : draft.text } })}
				>
					{t("leagues.recap.post")}
				</Button>
				<Button onPress={() => setDraft(draft === null ? recap : null)}>
					{t(draft === null ? "leagues.recap.edit" : "state.cancel")}
				</Button>
			</div>
		</section>
	);
};
