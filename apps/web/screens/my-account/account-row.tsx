import type { ReactNode } from "react";
import styles from "./my-account.module.css";

interface Props {
	readonly name: string;
	/** Below the name, a line each. */
	readonly notes: readonly string[];
	/** The button that removes the entry. */
	readonly children: ReactNode;
}

/** A device, a passkey or an access token in the list of its section. */
export const AccountRow = ({ name, notes, children }: Props) => (
	<li className={styles.device}>
		<span>
			<b>{name}</b>
			{notes.map((note) => (
				<small key={note}>{note}</small>
			))}
		</span>
		{children}
	</li>
);
