// What banks of eastern and southern Asia print; `parse.mjs` explains the lines.

export const ASIAN = `
= ja Japanese
currency JPY 円|JPY ¥
number 1,234|1234
encoding shift_jis|utf-8|utf-8-bom|euc-jp|utf-16le
delimiter ,|,|tab
dates Y/M/D|Y/m/d|Y年m月d日|YMD|Y-M-D|Y.M.D
months 1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
long 1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
date 日付|取引日|お取引日|年月日|取扱日
booked 記帳日|計上日|処理日
value 起算日|勘定日
purchase 利用日|ご利用日|購入日
time 時刻|取引時刻
payee 取引先|お取引先|利用店名|相手先
sender 振込依頼人|支払人
receiver 受取人|振込先
text 摘要|お取り扱い内容|お取引内容|内容|備考
type 取引区分|種別|取引種類
amount 金額|取引金額|お取引金額|入出金(円)
debit 出金|お支払金額|お引出し|引出金額|出金額(円)|支払金額
credit 入金|お預り金額|お預入れ|預入金額|入金額(円)|預り金額
side 入出金区分|入払区分
balance 残高|差引残高|取引後残高|現在高
cur 通貨
ref 取引番号|伝票番号|照会番号
fee 手数料
category カテゴリ|分類|費目
status 状態|ステータス
account 口座番号|口座
card カード番号
original 現地利用額|外貨金額
originalcur 現地通貨
dc 出金/入金|支払/入金|払/入
is-booked 確定|完了|処理済
is-pending 未確定|処理中|予約
is-declined 取消|否認
opening 前月残高|繰越残高|期首残高
closing 月末残高|期末残高
total 合計|計
period 対象期間|照会期間|期間
holder 口座名義|名義人|お客様名
unbooked 未確定明細|処理中の取引
salary 給与|給料振込
rent 家賃
refund 返金|払戻
feetext 口座管理手数料|振込手数料
cash ATM引出し|カード出金
transfer 振込|お振込み
cardpay デビット|カード利用
interest 利息|預金利息
direct 口座振替|自動引落
shops セブンイレブン|スーパー丸和|マツモトキヨシ|喫茶さくら|ヨドバシカメラ
people ヤマダ タロウ|鈴木花子|サトウ ケンジ
firms 株式会社山本製作所|東西商事
utilities 東京電力|NTT東日本
places 新宿店|梅田店|札幌
= zh Chinese
currency CNY ¥|CNY 元|CNY ￥
number 1,234.56|1234.56
encoding gbk|utf-8|utf-8-bom|utf-16le
delimiter ,|,|tab
dates Y-M-D|YMD|Y/M/D|Y/m/d|Y年M月D日
months 1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
long 一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月
date 交易日期|日期|交易时间
booked 记账日期|入账日期|记账日
value 起息日
purchase 交易日|消费日期
time 时间|交易时间
payee 对方户名|交易对方|商户名称|对方名称
sender 付款人|付款方
receiver 收款人|收款方
text 摘要|交易摘要|附言|交易说明|用途|备注
type 交易类型|业务类型
amount 金额|交易金额|发生额|金额(元)
debit 支出|借方发生额|支出金额|转出金额|借方金额
credit 收入|贷方发生额|收入金额|存入金额|贷方金额
side 收/支|借贷标志|收支类型
balance 余额|账户余额|可用余额|本次余额
cur 币种|货币
ref 流水号|交易流水号|交易单号|凭证号
fee 手续费
category 分类|交易分类
status 状态|交易状态|当前状态
account 账号|本方账号
card 卡号
original 原币金额|外币金额
originalcur 原币种
dc 支出/收入|借/贷
is-booked 交易成功|已入账|支付成功
is-pending 处理中|待入账|等待付款
is-declined 交易失败|已撤销|交易关闭
opening 期初余额|上期余额
closing 期末余额|本期余额
total 合计|总计
period 起止日期|查询时间段|交易区间
holder 户名|账户名|客户姓名
unbooked 未入账交易
salary 工资|代发工资
rent 房租
refund 退款
feetext 账户管理费|年费|短信服务费
cash ATM取款|现金支取
transfer 转账|网上转账|跨行转账
cardpay 消费|快捷支付|POS消费
interest 结息|利息
direct 代扣|水电费
shops 永辉超市|星巴克咖啡|京东商城|老百姓大药房
people 王小明|李芳|张伟
firms 上海华信科技有限公司|绿叶贸易公司
utilities 国家电网|中国移动
places 上海|北京|广州
= zt Chinese (Traditional)
currency TWD NT$|HKD HK$|TWD 元
number 1,234|1,234.56|1234
encoding big5|utf-8|utf-8-bom|utf-16le
delimiter ,|,|tab
dates Y/M/D|Y-M-D|R/M/D|Y/m/d|YMD
months 1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
long 一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月
date 日期|交易日期|交易日
booked 入帳日|帳務日期|記帳日
value 起息日
purchase 消費日|交易日期
time 時間|交易時間
payee 對方戶名|交易對象|商店名稱|特店名稱
sender 付款人|轉出戶名
receiver 收款人|轉入戶名
text 摘要|備註|交易說明|說明|附註
type 交易類別|交易種類
amount 金額|交易金額|新臺幣金額
debit 支出|提款|支出金額|轉出|借方金額
credit 存入|存款|存入金額|轉入|貸方金額
side 借貸別|收支
balance 餘額|結餘|帳戶餘額|帳面餘額
cur 幣別
ref 交易序號|參考編號|票據號碼
fee 手續費
category 類別
status 狀態|交易狀態
account 帳號|帳戶
card 卡號
original 外幣金額|原幣金額
originalcur 原幣別
dc 支出/存入|借/貸|提/存
is-booked 已入帳|完成
is-pending 未入帳|處理中|待入帳
is-declined 失敗|已取消|拒絕
opening 期初餘額|上期餘額|承上頁餘額
closing 期末餘額|本期餘額
total 合計|總計
period 查詢期間|查詢區間
holder 戶名|客戶姓名
unbooked 未入帳交易
salary 薪資|薪資轉帳
rent 房租
refund 退款|退貨
feetext 帳戶管理費|年費
cash ATM提款|現金提款
transfer 轉帳|跨行轉帳
cardpay 消費|刷卡消費
interest 利息|存款息
direct 代繳|自動扣繳
shops 全聯福利中心|誠品書店|屈臣氏|康是美
people 陳怡君|林志豪|黃淑芬
firms 台灣精密工業股份有限公司|大同貿易行
utilities 台灣電力公司|中華電信
places 台北|高雄|中環
= ko Korean
currency KRW 원|KRW ₩
number 1,234|1234
encoding euc-kr|utf-8|utf-8-bom|utf-16le
delimiter ,|,|tab
dates Y.M.D|Y-M-D|Y/M/D|YMD|Y년 m월 d일
months 1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월
long 1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월
date 거래일자|거래일|일자|날짜|거래일시
booked 처리일자|기장일
value 기산일
purchase 이용일|승인일자
time 거래시간|시간
payee 거래처|보낸분/받는분|가맹점명|상대방
sender 보낸분|의뢰인
receiver 받는분|받는통장
text 적요|내용|거래내용|메모|기재내용
type 거래구분|구분|거래종류
amount 거래금액|금액|이용금액
debit 출금|출금액|찾으신금액|출금(원)|지급금액
credit 입금|입금액|맡기신금액|입금(원)|입금금액
side 입출금구분|입/출
balance 잔액|거래후잔액|거래 후 잔액|계좌잔액
cur 통화
ref 거래번호|승인번호|일련번호
fee 수수료
category 카테고리|분류
status 상태|거래상태
account 계좌번호|계좌
card 카드번호
original 현지금액|외화금액
originalcur 현지통화
dc 출금/입금|출/입
is-booked 완료|정상|승인완료
is-pending 대기|처리중|예정
is-declined 취소|거절|실패
opening 이월잔액|기초잔액
closing 기말잔액|최종잔액
total 합계|총계
period 조회기간|기간
holder 예금주|예금주명|고객명
unbooked 미처리 거래|예정 거래
salary 급여|월급
rent 월세
refund 환불
feetext 계좌관리 수수료|이체수수료
cash ATM출금|현금인출
transfer 이체|타행이체|인터넷뱅킹
cardpay 체크카드|카드결제
interest 이자|예금이자
direct 자동이체|공과금
shops 이마트|스타벅스|올리브영|파리바게뜨
people 김철수|이영희|박지민
firms 한빛전자 주식회사|서울무역
utilities 한국전력|케이티
places 강남점|부산|홍대점
= th Thai
currency THB ฿|THB บาท
number 1,234.56|1234.56
encoding windows-874|utf-8|utf-8-bom|utf-16le
delimiter ,|;|tab
dates D/M/Y|D/M/B|D-M-Y|Y-M-D|D Mon B|D/M/b
months ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค.
long มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม
date วันที่|วันที่ทำรายการ|วันที่ทำการ
booked วันที่บันทึก|วันที่บันทึกรายการ
value วันที่มีผล
purchase วันที่ใช้บัตร|วันที่ทำรายการ
time เวลา
payee ชื่อคู่ค้า|ผู้รับ/ผู้โอน|ร้านค้า|ชื่อ
sender ผู้โอน|จาก
receiver ผู้รับเงิน|ไปยัง
text รายละเอียด|คำอธิบาย|รายการ|หมายเหตุ
type ประเภท|ประเภทรายการ
amount จำนวนเงิน|ยอดเงิน|จำนวนเงิน (บาท)
debit ถอนเงิน|เงินออก|รายการถอน|หัก|เดบิต
credit ฝากเงิน|เงินเข้า|รายการฝาก|เครดิต
side ฝาก/ถอน|เดบิต/เครดิต
balance ยอดคงเหลือ|คงเหลือ|ยอดเงินคงเหลือ
cur สกุลเงิน
ref เลขที่อ้างอิง|หมายเลขอ้างอิง
fee ค่าธรรมเนียม
category หมวดหมู่
status สถานะ
account บัญชี|เลขที่บัญชี
card หมายเลขบัตร
original จำนวนเงินต้นทาง
originalcur สกุลเงินต้นทาง
dc ถอน/ฝาก|เดบิต/เครดิต
is-booked สำเร็จ|เรียบร้อย
is-pending รอดำเนินการ|อยู่ระหว่างดำเนินการ
is-declined ไม่สำเร็จ|ยกเลิก|ปฏิเสธ
opening ยอดยกมา
closing ยอดยกไป|ยอดคงเหลือปลายงวด
total รวม|ยอดรวม
period รอบระหว่างวันที่|ช่วงเวลา
holder ชื่อบัญชี|เจ้าของบัญชี
unbooked รายการรอดำเนินการ
salary เงินเดือน
rent ค่าเช่า
refund คืนเงิน
feetext ค่าธรรมเนียมรายเดือน|ค่ารักษาบัญชี
cash ถอนเงินสด ATM|กดเงินสด
transfer โอนเงิน|พร้อมเพย์
cardpay ชำระเงินด้วยบัตร|ซื้อสินค้า
interest ดอกเบี้ย
direct หักบัญชีอัตโนมัติ
shops เซเว่นอีเลฟเว่น|บิ๊กซี|ร้านกาแฟดอยช้าง|ท็อปส์
people สมชาย ใจดี|สุดา แก้วมณี
firms บริษัท สยามก่อสร้าง จำกัด|ห้างทองเยาวราช
utilities การไฟฟ้านครหลวง|เอไอเอส
places กรุงเทพ|เชียงใหม่
= vi Vietnamese
currency VND đ|VND VND
number 1.234|1,234|1234
encoding utf-8|utf-8-bom|utf-16le|windows-1258
delimiter ,|;|tab
dates D/M/Y|D-M-Y|Y-M-D
months Thg 1|Thg 2|Thg 3|Thg 4|Thg 5|Thg 6|Thg 7|Thg 8|Thg 9|Thg 10|Thg 11|Thg 12
long tháng 1|tháng 2|tháng 3|tháng 4|tháng 5|tháng 6|tháng 7|tháng 8|tháng 9|tháng 10|tháng 11|tháng 12
date Ngày|Ngày giao dịch|Ngày GD
booked Ngày hạch toán|Ngày ghi sổ
value Ngày hiệu lực|Ngày giá trị
purchase Ngày giao dịch|Ngày mua
time Giờ|Thời gian
payee Người thụ hưởng|Đối tác|Tên đối tác|Đơn vị chấp nhận thẻ
sender Người chuyển|Người gửi
receiver Người nhận|Người thụ hưởng
text Diễn giải|Mô tả|Nội dung|Nội dung giao dịch
type Loại|Loại giao dịch
amount Số tiền|Số tiền giao dịch|Số tiền (VND)
debit Ghi nợ|Phát sinh nợ|Tiền ra|Rút ra|Nợ
credit Ghi có|Phát sinh có|Tiền vào|Gửi vào|Có
side Nợ/Có|Loại phát sinh
balance Số dư|Số dư cuối|Số dư tài khoản
cur Loại tiền|Tiền tệ
ref Số tham chiếu|Mã giao dịch|Số bút toán
fee Phí|Phí giao dịch
category Danh mục
status Trạng thái
account Tài khoản|Số tài khoản
card Số thẻ
original Số tiền gốc
originalcur Loại tiền gốc
dc Nợ/Có|Ra/Vào
is-booked Thành công|Hoàn thành
is-pending Đang xử lý|Chờ xử lý
is-declined Thất bại|Đã hủy|Từ chối
opening Số dư đầu kỳ
closing Số dư cuối kỳ
total Tổng cộng|Cộng phát sinh
period Kỳ sao kê|Từ ngày - đến ngày
holder Chủ tài khoản|Tên khách hàng
unbooked Giao dịch chờ xử lý
salary Lương|Thanh toán lương
rent Tiền thuê nhà
refund Hoàn tiền
feetext Phí quản lý tài khoản|Phí thường niên
cash Rút tiền ATM
transfer Chuyển khoản|Chuyển tiền
cardpay Thanh toán thẻ|Mua hàng
interest Lãi tiền gửi|Lãi
direct Thanh toán hóa đơn
shops Siêu thị Co.opmart|Cà phê Trung Nguyên|Nhà thuốc Long Châu
people Nguyễn Văn Hùng|Trần Thị Lệ
firms Công ty TNHH Ánh Dương|Xây dựng Hòa Bình
utilities Điện lực EVN|Viettel
places HÀ NỘI|ĐÀ NẴNG
= id Indonesian
currency IDR Rp|IDR IDR
number 1.234,56|1,234.56|1.234|1234.56
encoding utf-8|utf-8-bom|windows-1252
delimiter ,|;|tab
dates D/M/Y|D-M-Y|Y-M-D|D Mon Y|D/M/y
months Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des
long Januari|Februari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember
date Tanggal|Tanggal Transaksi|Tgl|Tgl Transaksi
booked Tanggal Posting|Tgl Pembukuan
value Tanggal Efektif|Tanggal Valuta
purchase Tanggal Transaksi|Tanggal Pembelian
time Waktu|Jam
payee Penerima/Pengirim|Nama|Merchant|Nama Penerima
sender Pengirim|Nama Pengirim
receiver Penerima|Tujuan
text Keterangan|Deskripsi|Uraian|Uraian Transaksi|Berita
type Jenis|Jenis Transaksi|Tipe
amount Jumlah|Nominal|Nilai Transaksi|Mutasi
debit Debet|Uang Keluar|Debit|Penarikan|Mutasi Debet
credit Kredit|Uang Masuk|Setoran|Mutasi Kredit
side D/K|DB/CR|Debet/Kredit
balance Saldo|Saldo Akhir|Saldo Berjalan
cur Mata Uang
ref No. Referensi|Nomor Referensi|No. Jurnal
fee Biaya|Biaya Admin
category Kategori
status Status
account Rekening|No. Rekening
card Nomor Kartu
original Jumlah Asli
originalcur Mata Uang Asal
dc D/K|DB/CR|Debet/Kredit|DB/KR
is-booked Berhasil|Selesai|Sukses
is-pending Tertunda|Diproses|Menunggu
is-declined Gagal|Dibatalkan|Ditolak
opening Saldo Awal
closing Saldo Akhir
total Total|Jumlah
period Periode
holder Nama Nasabah|Pemilik Rekening
unbooked Transaksi Tertunda
salary Gaji|GAJI BULANAN
rent Sewa|Sewa rumah
refund Pengembalian dana|Refund
feetext Biaya Adm|Biaya administrasi
cash Tarik tunai ATM|Tarikan ATM
transfer Transfer|TRSF E-BANKING|BI-FAST
cardpay Pembelian|Transaksi debit|Belanja kartu debit
interest Bunga
direct Pembayaran tagihan|Autodebet
shops Indomaret|Alfamart|Toko Sinar Jaya|Apotek Kimia Farma
people Budi Santoso|Siti Rahayu
firms PT Maju Bersama|CV Karya Abadi
utilities PLN Pascabayar|Telkomsel
places JAKARTA|SURABAYA|DENPASAR
= ms Malay
currency MYR RM
number 1,234.56|1234.56
encoding utf-8|utf-8-bom|windows-1252
delimiter ,|;|tab
dates D/M/Y|D-M-Y|Y-M-D|D Mon Y
months Jan|Feb|Mac|Apr|Mei|Jun|Jul|Ogo|Sep|Okt|Nov|Dis
long Januari|Februari|Mac|April|Mei|Jun|Julai|Ogos|September|Oktober|November|Disember
date Tarikh|Tarikh Transaksi|Tarikh Urus Niaga
booked Tarikh Catatan|Tarikh Pos
value Tarikh Nilai|Tarikh Berkuat Kuasa
purchase Tarikh Transaksi|Tarikh Pembelian
time Masa
payee Penerima|Nama|Peniaga
sender Pengirim|Pembayar
receiver Penerima
text Butiran|Keterangan|Perihalan|Butir Urus Niaga
type Jenis|Jenis Transaksi
amount Jumlah|Amaun|Jumlah (RM)
debit Debit|Wang Keluar|Pengeluaran
credit Kredit|Wang Masuk|Deposit
side Debit/Kredit|D/K
balance Baki|Baki Akaun|Baki Penyata
cur Mata Wang
ref Rujukan|No. Rujukan
fee Caj|Yuran
category Kategori
status Status
account Akaun|No. Akaun
card No. Kad
original Jumlah Asal
originalcur Mata Wang Asal
dc D/K|Debit/Kredit
is-booked Berjaya|Selesai
is-pending Belum selesai|Dalam proses|Tertangguh
is-declined Gagal|Ditolak|Dibatalkan
opening Baki Awal|Baki Pembukaan
closing Baki Akhir|Baki Penutup
total Jumlah Keseluruhan|Jumlah
period Tempoh Penyata
holder Nama Pemegang Akaun
unbooked Urus niaga tertangguh
salary Gaji
rent Sewa rumah
refund Bayaran balik
feetext Caj perkhidmatan|Yuran tahunan
cash Pengeluaran ATM
transfer Pindahan|DuitNow
cardpay Pembelian kad|Belian
interest Faedah|Keuntungan
direct Debit terus|Bayaran bil
shops Kedai Runcit Maju|Guardian|Mydin
people Ahmad bin Ismail|Nurul Huda
firms Syarikat Bina Jaya Sdn Bhd|Majlis Perbandaran
utilities Tenaga Nasional|Maxis
places KUALA LUMPUR|IPOH
= hi Hindi
currency INR ₹|INR रु.
number 12,34,567.89|1,234.56|1234.56
encoding utf-8|utf-8-bom|utf-16le
delimiter ,|;|tab
dates D/M/Y|D-M-Y|Y-M-D|D/M/y
months जन|फर|मार्च|अप्रै|मई|जून|जुला|अग|सित|अक्टू|नव|दिस
long जनवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर
date तारीख|दिनांक|लेनदेन की तारीख
booked पोस्टिंग तारीख
value मूल्य तिथि|मूल्य दिनांक
purchase लेनदेन की तारीख
time समय
payee प्राप्तकर्ता|नाम|व्यापारी
sender भेजने वाला|भुगतानकर्ता
receiver प्राप्तकर्ता|लाभार्थी
text विवरण|लेनदेन विवरण|टिप्पणी
type प्रकार|लेनदेन का प्रकार
amount राशि|लेनदेन राशि
debit नामे|निकासी|डेबिट
credit जमा|क्रेडिट|जमा राशि
side नामे/जमा
balance शेष|शेष राशि|बैलेंस
cur मुद्रा
ref संदर्भ|संदर्भ संख्या
fee शुल्क
category श्रेणी
status स्थिति
account खाता|खाता संख्या
card कार्ड संख्या
original मूल राशि
originalcur मूल मुद्रा
dc नामे/जमा|डेबिट/क्रेडिट
is-booked सफल|पूर्ण
is-pending लंबित|प्रक्रिया में
is-declined असफल|रद्द
opening प्रारंभिक शेष
closing अंतिम शेष
total कुल|योग
period अवधि
holder खाताधारक
unbooked लंबित लेनदेन
salary वेतन
rent किराया
refund धनवापसी
feetext खाता शुल्क
cash एटीएम निकासी
transfer यूपीआई|अंतरण
cardpay कार्ड भुगतान|खरीद
interest ब्याज
direct बिल भुगतान
shops बिग बाजार|अपना किराना|शर्मा मिष्ठान
people राहुल शर्मा|सुनीता देवी
firms भारत उद्योग लिमिटेड|नगर निगम
utilities बिजली बोर्ड|जियो
places दिल्ली|जयपुर
`;
