import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import type { MenuItem } from "./menu.ts";
import styles from "./menu-entry.module.css";

/** Its list is open while it holds the focus: a page that was chosen lets go of it. */
const letGo = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.blur();

/** An area of the menu; its pages appear below it while it is pointed at or holds the focus. */
export const MenuEntry = ({ item }: { readonly item: MenuItem }) => {
	const { t } = useTranslation();
	if (!item.pages) return <NavLink to={item.to}>{t(item.label)}</NavLink>;
	return (
		<div className={styles.entry}>
			<NavLink to={item.to} onClick={letGo}>
				{t(item.label)}
			</NavLink>
			<ul className={styles.pages}>
				{item.pages.map((page) => (
					<li key={page.to}>
						<Link to={page.to} onClick={letGo}>
							{t(page.label)}
						</Link>
					</li>
				))}
			</ul>
		</div>
	);
};
