import { showOverview } from "@first-bounce/contract/operator/operator";
import { type ContactMessage, handleContactMessage, listContactMessages } from "@first-bounce/contract/site/support";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCall, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Panel } from "../parts/panel.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { Pagination, usePagination } from "../parts/table/pagination.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";
import styles from "./contact-messages.module.css";

const ContactMessageDialog = ({
	message,
	onClose,
}: {
	readonly message: ContactMessage;
	readonly onClose: () => void;
}) => {
	const { t } = useTranslation("operator");
	const queryClient = useQueryClient();
	const handle = useCallMutation(handleContactMessage, {
		onSuccess: () => {
			for (const call of [listContactMessages, showOverview])
				void queryClient.invalidateQueries({ queryKey: callKey(call) });
			onClose();
		},
	});
	return (
		<Dialog title={t("messages.from", { name: message.name })} isOpen onClose={onClose}>
			<div className={styles.message}>
				<a href={`mailto:${encodeURIComponent(message.email)}`}>{message.email}</a>
				<p className={styles.text}>{message.message}</p>
				<p className={styles.at}>
					<DateTime at={message.createdAt} /> {message.page}
				</p>
				{message.handledAt === null ? (
					<Button
						variant="main"
						isPending={handle.isPending}
						onPress={() => handle.mutate({ params: { id: message.id } })}
					>
						{t("messages.markAnswered")}
					</Button>
				) : null}
			</div>
		</Dialog>
	);
};

/** Messages from the contact form, open ones first. */
export const ContactMessagesSection = () => {
	const { t } = useTranslation("operator");
	const [state, setState] = useState<"open" | "handled">("open");
	const [openMessage, setOpenMessage] = useState<ContactMessage | null>(null);
	const pages = usePagination();
	const query = { state, ...pages.query };
	const choose = (next: "open" | "handled") => {
		setState(next);
		pages.reset();
	};
	const choices = (["open", "handled"] as const).map((value) => ({ value, label: t(`messages.${value}`) }));
	return (
		<Panel
			title={t("section.messages")}
			text={t("messages.text")}
			tools={
				<Segmented label={t("messages.which")} variant="chips" choices={choices} value={state} onChange={choose} />
			}
		>
			<QueryTable
				query={useCall(listContactMessages, { query }, { refetchInterval: 60_000 })}
				rows={({ messages }) => messages}
				empty={{ title: t("messages.none"), text: t("messages.noneText") }}
				caption={t("section.messages")}
				getKey={({ id }) => id}
				actions={(message) => (
					<Button onPress={() => setOpenMessage(message)} aria-label={t("messages.read", { name: message.name })}>
						{t("view")}
					</Button>
				)}
				columns={[
					{ id: "name", head: t("messages.name"), cell: ({ name }) => name },
					{
						id: "message",
						head: t("messages.message"),
						isWide: true,
						cell: ({ message }) => <span className={styles.text}>{message.slice(0, 80)}</span>,
					},
					{
						id: "state",
						head: t("messages.state"),
						cell: ({ handledAt }) => (
							<Badge tone={handledAt ? "good" : "warn"}>{t(handledAt ? "messages.handled" : "messages.open")}</Badge>
						),
					},
					{
						id: "at",
						head: t("messages.at"),
						isWide: true,
						cell: ({ createdAt }) => <DateTime at={createdAt} />,
					},
				]}
			>
				{({ nextBefore }) => <Pagination pages={pages} nextBefore={nextBefore} />}
			</QueryTable>
			{openMessage ? <ContactMessageDialog message={openMessage} onClose={() => setOpenMessage(null)} /> : null}
		</Panel>
	);
};
