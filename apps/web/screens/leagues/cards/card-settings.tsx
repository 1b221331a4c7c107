import { showConversationSettings, updateConversationSettings } from "@first-bounce/contract/leagues/conversation";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { QueryError } from "../../../components/states/states.tsx";
import { useChat } from "../conversation/use-chat.ts";
import styles from "./cards.module.css";

/** The choice of what the game posts in the chat. A change is saved at once. */
export const CardSettings = () => {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const params = { id: useChat().leagueId };
	const query = useCall(showConversationSettings, { params }, { meta: { noErrorModal: true } });
	const update = useCallMutation(updateConversationSettings, {
		onSuccess: (settings) => queries.setQueryData(callKey(showConversationSettings, { params }), settings),
	});
	const { data } = query;
	if (!data) return <QueryError queries={[query]} />;
	const pending = (update.isPending ? update.variables.body : null) ?? {};
	const settings = {
		hasCards: pending.hasCards ?? data.hasCards,
		postsRecap: pending.postsRecap ?? data.postsRecap,
	};
	return (
		<div className={styles.settings}>
			<CheckboxField
				name="hasCards"
				isSelected={settings.hasCards}
				onChange={(hasCards) => update.mutate({ params, body: { hasCards } })}
			>
				{t("leagues.card.switch")}
			</CheckboxField>
			<CheckboxField
				name="postsRecap"
				isSelected={settings.postsRecap}
				onChange={(postsRecap) => update.mutate({ params, body: { postsRecap } })}
			>
				{t("leagues.recap.switch")}
			</CheckboxField>
		</div>
	);
};
