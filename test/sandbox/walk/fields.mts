/**
 * The fields of records by their elements, as get methods return them (§2.2). Those in round brackets are in lists
 * only, those in square ones in no list, as the vendor documents.
 */
export const FIELDS: Readonly<Record<string, string>> = {
	account: 'company name country_code currency_code',
	late_fee: 'id name',
	tax: 'id name type value',
	category: 'category_id name status date_added',
	client: `client_id name organization address email work_phone currency
		credits/credit/amount credits/credit/payment_method credits/credit/payment_note credits/credit/credit_date`,
	staff: `staff_id bill_rate name username email user_level access_own_record status date_added last_login
		assigned_clients/client_id`,
	product: 'product_id product_name unit_cost quantity [description] date status',
	service: 'service_id service_name unit_cost quantity [description] date status',
	expense: `expense_id client_id project_id expense_category_id vendor date amount notes tax1 tax2
		is_expense_recurring recurring_frequency recurring_end_date status`,
	project: `project_id client_id project_manager_id project_name project_description project_rate billing_method
		project_billed created_date status staff/staff_id task/task_id`,
	task: `task_id task_name task_description task_billable task_rate created_date status project/project_id`,
	timelog: '(timelog_id) project_id task_id work_date hours_worked notes log_status',
	invoice: `(invoice_id) client/client_id client/address invoice_title number date po_number total_discount total_tax
		net_balance late_fee late_fee_id total_paid outstanding invoice_status status invoice_due_date
		invoice_schedule_date notes terms currency items/item/item_id items/item/type items/item/name
		items/item/description items/item/unit_cost items/item/quantity items/item/discount items/item/discount_type
		items/item/tax1_name items/item/tax1_percent items/item/tax1_type items/item/tax2_name items/item/tax2_percent
		items/item/tax2_type additional_charges/charge/name additional_charges/charge/type
		additional_charges/charge/amount transactions/transaction/method transactions/transaction/notes
		transactions/transaction/amount transactions/transaction/date`,
	estimate: `client/client_id client/organization client/address estimate_id estimate_status estimate_title number date
		po_number total_discount total_tax notes terms items/item/item_id items/item/name items/item/type
		items/item/description items/item/unit_cost items/item/quantity items/item/discount items/item/discount_type`,
	recurring: `client/client_id client/organization client/address recurring_id recurring_status recurring_title number
		date frequency occurence po_number total_discount total_tax notes terms items/item/recurring_item_id
		items/item/name items/item/type items/item/description items/item/unit_cost items/item/quantity
		items/item/discount items/item/discount_type`,
};
