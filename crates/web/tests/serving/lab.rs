//! The lab's report: results of other experiments and broken files are named, and hide nothing.

use std::fs;
use std::path::Path;

use karuta_web::ServerConfig;

use crate::client::{get, serve};

#[tokio::test(flavor = "multi_thread")]
async fn a_foreign_result_hides_no_other() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/onitama");
    let folder = std::env::temp_dir().join(format!("karuta-lab-{}", std::process::id()));
    fs::create_dir_all(folder.join("onitama")).expect("the folder for temporary files is writable");
    for item in ["table-5-5", "table-5-6"] {
        let text = fs::read_to_string(ours.join(format!("{item}.json"))).expect("results");
        let text = if item == "table-5-6" { text.replace("seed 1", "seed 99") } else { text };
        fs::write(folder.join(format!("onitama/{item}.json")), text).expect("the folder is writable");
    }
    let config = ServerConfig { results: Some(folder.clone()), ..ServerConfig::default() };
    let (address, _task) = serve(config).await;
    let page = get(address, "/lab?item=onitama");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Table 5.5"), "{page}");
    assert!(page.contains("table-5-6.json: it belongs to another plan"), "{page}");
    // Alone it is refused in a sentence.
    let alone = get(address, "/lab?item=onitama/table-5-6");
    assert!(alone.starts_with("HTTP/1.1 404") && alone.contains("belongs to another plan"), "{alone}");
    fs::remove_dir_all(&folder).expect("it is ours");
}
